#!/usr/bin/env bash
# One run on each of four nodes. In a checkout that all nodes see, built before (docs/many-machines.md):
#   sbatch ci/machines/slurm.sh                       as many again: --array=0-9; one kind of node: --constraint=NAME
#   arena merge runs/all runs/slurm-*                 when they are done
#SBATCH --job-name=arena
#SBATCH --array=0-3
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --exclusive
#SBATCH --time=02:00:00
#SBATCH --output=arena-%A-%a.log
set -euo pipefail

cd "${SLURM_SUBMIT_DIR:?submit this file with sbatch, from the folder of the checkout}"
arena=(target/release/arena --root .)
out="runs/slurm-${SLURM_ARRAY_JOB_ID:?}-${SLURM_ARRAY_TASK_ID:?}"

# A job that was requeued goes on where it stopped.
if [[ -e "$out/plan.json" ]]; then
    "${arena[@]}" run --quiet --resume "$out"
else
    "${arena[@]}" run --quiet --protocol "${PROTOCOL:-evidence}" --out "$out"
fi
"${arena[@]}" verify "$out"
