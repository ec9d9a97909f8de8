package main

// time runs a block over the corpus.
func (k *kem) time(request timeRequest) (timings, error) {
	if len(k.corpus) == 0 {
		return timings{}, notPrepared(k)
	}
	if err := k.checkGiven(request); err != nil {
		return timings{}, err
	}
	slots := k.slots(request)
	samples, err := timeBlock(request, k.corpus, slots, k.call(request))
	if err != nil {
		return timings{}, err
	}
	return timings{samples, gather(request, len(k.corpus), len(samples), func(i int) (outputs, *bool) {
		return k.read(request.operation, &slots[i]), nil
	})}, nil
}

// checkGiven makes sure that every item has the randomness which the request says is given.
func (k *kem) checkGiven(request timeRequest) error {
	if request.randomness != "given" {
		return nil
	}
	for i, item := range k.corpus {
		if request.operation == "keygen" && item.seed == nil {
			return badRequest("item %d was prepared without a seed", i)
		}
		if request.operation == "encaps" && item.m == nil {
			return badRequest("item %d was prepared without m", i)
		}
	}
	return nil
}

// slots has room for the result of each sample.
func (k *kem) slots(request timeRequest) []kemSlot {
	slots := make([]kemSlot, request.iterations)
	cut := func(length int, put func(slot *kemSlot, buffer []byte)) {
		for i, buffer := range buffers(len(slots), length) {
			put(&slots[i], buffer)
		}
	}
	switch request.operation {
	case "keygen":
		if request.fromBytes {
			cut(k.ekSize, func(slot *kemSlot, buffer []byte) { slot.ek = buffer })
			cut(k.dkSize, func(slot *kemSlot, buffer []byte) { slot.dk = buffer })
		}
	case "encaps":
		cut(k.ctSize, func(slot *kemSlot, buffer []byte) { slot.ciphertext = buffer })
		cut(kemSecretSize, func(slot *kemSlot, buffer []byte) { slot.sharedSecret = buffer })
	case "decaps":
		cut(kemSecretSize, func(slot *kemSlot, buffer []byte) { slot.sharedSecret = buffer })
	}
	return slots
}

// read is what a call left in its slot.
func (k *kem) read(operation string, slot *kemSlot) outputs {
	switch operation {
	case "keygen":
		if slot.ek == nil {
			slot.ek, slot.dk = k.pack(slot.public, slot.private)
			slot.public, slot.private = nil, nil
		}
		return outputs{"encapsulation_key": slot.ek, "decapsulation_key": slot.dk}
	case "encaps":
		return outputs{"ciphertext": slot.ciphertext, "shared_secret": slot.sharedSecret}
	default:
		return outputs{"shared_secret": slot.sharedSecret}
	}
}

// call is the function that stands between the two readings of the clock.
func (k *kem) call(request timeRequest) func(*kemItem, *kemSlot) error {
	switch request.operation {
	case "keygen":
		return k.callKeygen(request)
	case "encaps":
		return k.callEncaps(request)
	default:
		if !request.fromBytes {
			return func(item *kemItem, slot *kemSlot) error {
				item.private.DecapsulateTo(slot.sharedSecret, item.ciphertext)
				return nil
			}
		}
		return func(item *kemItem, slot *kemSlot) error {
			key, err := k.importPrivate(item.dk)
			if err != nil {
				return err
			}
			key.DecapsulateTo(slot.sharedSecret, item.ciphertext)
			return nil
		}
	}
}

func (k *kem) callKeygen(request timeRequest) func(*kemItem, *kemSlot) error {
	generate := func(_ *kemItem, slot *kemSlot) (err error) {
		slot.public, slot.private, err = k.generate()
		return err
	}
	if request.randomness == "given" {
		generate = func(item *kemItem, slot *kemSlot) error {
			slot.public, slot.private = k.fromSeed(item.seed)
			return nil
		}
	}
	if !request.fromBytes {
		return generate
	}
	return func(item *kemItem, slot *kemSlot) error {
		if err := generate(item, slot); err != nil {
			return err
		}
		slot.public.Pack(slot.ek)
		slot.private.Pack(slot.dk)
		slot.public, slot.private = nil, nil
		return nil
	}
}

func (k *kem) callEncaps(request timeRequest) func(*kemItem, *kemSlot) error {
	given := request.randomness == "given"
	if !request.fromBytes && given {
		return func(item *kemItem, slot *kemSlot) error {
			item.public.EncapsulateTo(slot.ciphertext, slot.sharedSecret, item.m)
			return nil
		}
	}
	if !request.fromBytes {
		return func(item *kemItem, slot *kemSlot) error {
			item.public.EncapsulateTo(slot.ciphertext, slot.sharedSecret, nil)
			return nil
		}
	}
	return func(item *kemItem, slot *kemSlot) error {
		key, err := k.importPublic(item.ek)
		if err != nil {
			return err
		}
		var m []byte // nil: CIRCL draws it
		if given {
			m = item.m
		}
		key.EncapsulateTo(slot.ciphertext, slot.sharedSecret, m)
		return nil
	}
}

// perform runs one operation on bytes.
func (k *kem) perform(operation, randomness string, inputs fields) (outputs, *bool, error) {
	var item kemItem
	var err error
	slot := kemSlot{ciphertext: make([]byte, k.ctSize), sharedSecret: make([]byte, kemSecretSize)}
	request := timeRequest{operation: operation, randomness: randomness}
	// What memory shows of secrets after a call is then CIRCL's and Go's, not the harness's.
	defer func() { erase(item.seed, item.m, item.dk) }()
	switch operation {
	case "keygen":
		if randomness == "given" {
			item.seed, err = inputs.exactly("seed", kemSeedSize)
		}
	case "encaps":
		err = k.encapsInputs(&item, randomness, inputs)
	case "decaps":
		err = k.decapsInputs(&item, inputs)
	}
	if err != nil {
		return nil, nil, err
	}
	if err := k.call(request)(&item, &slot); err != nil {
		return nil, nil, err
	}
	return k.read(operation, &slot), nil, nil
}

func (k *kem) encapsInputs(item *kemItem, randomness string, inputs fields) (err error) {
	if item.ek, err = inputs.bytes("encapsulation_key"); err != nil {
		return err
	}
	if item.public, err = k.readPublic(item.ek); err != nil {
		return err
	}
	if randomness == "given" {
		item.m, err = inputs.exactly("m", kemMSize)
	}
	return err
}

func (k *kem) decapsInputs(item *kemItem, inputs fields) (err error) {
	if item.ciphertext, err = inputs.exactly("ciphertext", k.ctSize); err != nil {
		return err
	}
	if inputs.has("seed") && !inputs.has("decapsulation_key") {
		if item.seed, err = inputs.exactly("seed", kemSeedSize); err != nil {
			return err
		}
		_, item.private = k.fromSeed(item.seed)
		return nil
	}
	if item.dk, err = inputs.bytes("decapsulation_key"); err != nil {
		return err
	}
	item.private, err = k.readPrivate(item.dk)
	return err
}
