package main

// time runs a block over the corpus.
func (d *dsa) time(request timeRequest) (timings, error) {
	if len(d.corpus) == 0 {
		return timings{}, notPrepared(d)
	}
	if err := d.checkRandomness(request); err != nil {
		return timings{}, err
	}
	slots := make([]dsaSlot, request.iterations)
	if request.operation == "sign" {
		for i, buffer := range buffers(len(slots), d.sigSize) {
			slots[i].signature = buffer
		}
	}
	samples, err := timeBlock(request, d.corpus, slots, d.call(request))
	if err != nil {
		return timings{}, err
	}
	return timings{samples, gather(request, len(d.corpus), len(samples), func(i int) (outputs, *bool) {
		return d.read(request.operation, &slots[i])
	})}, nil
}

// checkRandomness refuses what CIRCL has no call for, and seeds that aren't there.
func (d *dsa) checkRandomness(request timeRequest) error {
	if request.randomness != "given" {
		return nil
	}
	if request.operation == "sign" {
		return unsupported("sign-with-rnd: CIRCL has no public call that takes rnd")
	}
	for i, item := range d.corpus {
		if item.seed == nil {
			return badRequest("item %d was prepared without a seed", i)
		}
	}
	return nil
}

// read is what a call left in its slot.
func (d *dsa) read(operation string, slot *dsaSlot) (outputs, *bool) {
	switch operation {
	case "keygen":
		if slot.pk == nil {
			slot.pk, slot.sk = slot.public.Bytes(), slot.private.Bytes()
			slot.public, slot.private = nil, nil
		}
		return outputs{"public_key": slot.pk, "private_key": slot.sk}, nil
	case "sign":
		return outputs{"signature": slot.signature}, nil
	default:
		return outputs{}, &slot.valid
	}
}

// call is the function that stands between the two readings of the clock.
func (d *dsa) call(request timeRequest) func(*dsaItem, *dsaSlot) error {
	switch request.operation {
	case "keygen":
		return d.callKeygen(request)
	case "sign":
		return d.callSign(request)
	default:
		return d.callVerify(request)
	}
}

func (d *dsa) callKeygen(request timeRequest) func(*dsaItem, *dsaSlot) error {
	generate := func(_ *dsaItem, slot *dsaSlot) (err error) {
		slot.public, slot.private, err = d.generate()
		return err
	}
	if request.randomness == "given" {
		generate = func(item *dsaItem, slot *dsaSlot) error {
			slot.public, slot.private = d.fromSeed(item.seed)
			return nil
		}
	}
	if !request.fromBytes {
		return generate
	}
	return func(item *dsaItem, slot *dsaSlot) error {
		if err := generate(item, slot); err != nil {
			return err
		}
		slot.pk, slot.sk = slot.public.Bytes(), slot.private.Bytes()
		slot.public, slot.private = nil, nil
		return nil
	}
}

func (d *dsa) callSign(request timeRequest) func(*dsaItem, *dsaSlot) error {
	hedged := request.randomness == "own"
	if !request.fromBytes {
		return func(item *dsaItem, slot *dsaSlot) error {
			return d.sign(item.private, item.message, item.context, hedged, slot.signature)
		}
	}
	return func(item *dsaItem, slot *dsaSlot) error {
		key, err := d.importPrivate(item.sk)
		if err != nil {
			return err
		}
		return d.sign(key, item.message, item.context, hedged, slot.signature)
	}
}

func (d *dsa) callVerify(request timeRequest) func(*dsaItem, *dsaSlot) error {
	if !request.fromBytes {
		return func(item *dsaItem, slot *dsaSlot) error {
			slot.valid = d.verify(item.public, item.message, item.context, item.signature)
			return nil
		}
	}
	return func(item *dsaItem, slot *dsaSlot) error {
		key, err := d.importPublic(item.pk)
		if err != nil {
			return err
		}
		slot.valid = d.verify(key, item.message, item.context, item.signature)
		return nil
	}
}

// perform runs one operation on bytes.
func (d *dsa) perform(operation, randomness string, inputs fields) (outputs, *bool, error) {
	request := timeRequest{operation: operation, randomness: randomness}
	if err := d.checkRandomness(request); err != nil {
		return nil, nil, err
	}
	var item dsaItem
	var err error
	slot := dsaSlot{signature: make([]byte, d.sigSize)}
	// As for a KEM: what memory shows afterwards is not the harness's.
	defer func() {
		erase(item.sk)
		if item.seed != nil {
			erase(item.seed[:])
		}
	}()
	switch operation {
	case "keygen":
		if randomness == "given" {
			item.seed, err = readSeed(inputs)
		}
	case "sign":
		err = d.signInputs(&item, inputs)
	case "verify":
		err = d.verifyInputs(&item, inputs)
	}
	if err != nil {
		return nil, nil, err
	}
	if err := d.call(request)(&item, &slot); err != nil {
		return nil, nil, err
	}
	var seed []byte
	if operation == "keygen" {
		if key, tells := slot.private.(seeded); tells {
			seed = key.Seed()
		}
	}
	values, valid := d.read(operation, &slot)
	if seed != nil {
		values["seed"] = seed
	}
	return values, valid, nil
}

func (d *dsa) signInputs(item *dsaItem, inputs fields) (err error) {
	if err := item.readMessage(inputs); err != nil {
		return err
	}
	if inputs.has("seed") && !inputs.has("private_key") {
		if item.seed, err = readSeed(inputs); err != nil {
			return err
		}
		_, item.private = d.fromSeed(item.seed)
		return nil
	}
	if item.sk, err = inputs.bytes("private_key"); err != nil {
		return err
	}
	item.private, err = d.readPrivate(item.sk)
	return err
}

func (d *dsa) verifyInputs(item *dsaItem, inputs fields) (err error) {
	if err := item.readMessage(inputs); err != nil {
		return err
	}
	if item.signature, err = inputs.bytes("signature"); err != nil {
		return err
	}
	if item.pk, err = inputs.bytes("public_key"); err != nil {
		return err
	}
	item.public, err = d.readPublic(item.pk)
	return err
}
