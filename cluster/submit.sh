#!/bin/sh
# submit.sh DIR CHUNKS [--wait|--no-wait] [--threads N] [--case-limit S]
# Runs what is missing of the sweep in DIR (nsdbench-sweep plan) as Slurm job arrays of CHUNKS tasks each, one array after
# the other until no case is missing, and merges the results. Written into DIR: sweep.sbatch, with which the array is
# submitted, and the folder slurm, with what the tasks print.
#
#   --wait       stay until the results are merged (default)
#   --no-wait    return at once: a small job after each array submits the next one, or merges
#   --threads N  threads of a task; without it those of the site file
#   --case-limit S  of a sweep of an experiment: cases that take longer than S seconds stay missing; without it as the
#                site file says
#
# Variables: NSDBENCH_SITE, another site file than cluster/site.conf; NSDBENCH_SWEEP, another program than the
# nsdbench-sweep in PATH or build/bin. Exit code 1 if Slurm does not answer or refuses the array, an array brought no
# progress or cases failed, 2 for wrong input; then nothing is submitted. docs/cluster.md says more.
set -eu
unset CDPATH  # with it `cd` may go elsewhere, and prints where
export LC_ALL=C

fail() { # fail CODE SENTENCE
  echo "submit.sh: $2" >&2
  exit "$1"
}

is_count() { # is_count TEXT LARGEST: whether it is a whole number from 1 on
  case $1 in '' | 0* | *[!0-9]* | ??????*) return 1 ;; esac
  [ "$1" -le "$2" ]
}

is_seconds() { # is_seconds TEXT: whether it is a decimal number above 0
  case $1 in '' | . | *[!0-9.]* | *.*.* | ???????????*) return 1 ;; *[1-9]*) return 0 ;; *) return 1 ;; esac
}

absolute() { # absolute FILE
  (cd -- "$(dirname -- "$1")" && printf '%s/%s' "$(pwd)" "${1##*/}")
}

quoted() { # quoted TEXT: as one word of the shell
  printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"
}

usage="Usage: submit.sh DIR CHUNKS [--wait|--no-wait] [--threads N] [--case-limit S]."
[ $# -ge 2 ] || fail 2 "$usage"
directory=$1 chunks=$2
[ -n "$directory" ] || fail 2 "DIR must name a folder, not ''."
shift 2
wait=yes after_array='' threads_asked='' limit_asked=''
while [ $# -gt 0 ]; do
  case $1 in
    --wait) wait=yes ;;
    --no-wait) wait='' ;;
    --after-array) wait='' after_array=yes ;; # the small job says this
    --threads)
      is_count "${2-}" 1024 || fail 2 "--threads must be a whole number from 1 to 1024, not '${2-}'."
      threads_asked=$2
      shift ;;
    --case-limit)
      is_seconds "${2-}" || fail 2 "--case-limit must be a number of seconds above 0, not '${2-}'."
      limit_asked=$2
      shift ;;
    *) fail 2 "Unknown option '$1'. $usage" ;;
  esac
  shift
done
is_count "$chunks" 10000 || fail 2 "CHUNKS must be a whole number from 1 to 10000, not '$chunks'."

here=$(cd -- "$(dirname -- "$0")" && pwd)
sweep=${NSDBENCH_SWEEP:-$(command -v nsdbench-sweep || echo "$here/../build/bin/nsdbench-sweep")}
[ -x "$sweep" ] || fail 2 "There is no program $sweep: build it (make build), or name another one in NSDBENCH_SWEEP."
sweep=$(absolute "$sweep")
site=${NSDBENCH_SITE:-$here/site.conf}
[ -r "$site" ] || fail 2 "The site file $site cannot be read."
site=$(absolute "$site")

# The values go into scripts: they are read as text, and may not hold what a shell or sbatch takes for more than that.
partition='' account='' time='' memory='' threads=1 case_limit='' options=''
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    '' | '#'*) continue ;;
    *[!]A-Za-z0-9_.,:=+/@%\&\|[\ -]*) fail 2 "$site has a character that is not allowed in '$line'." ;;
  esac
  value=${line#*=}
  case $line in
    partition=*' '* | account=*' '* | time=*' '* | memory=*' '*) fail 2 "$site has a blank in '$line'." ;;
    partition=*) partition=$value ;;
    account=*) account=$value ;;
    time=*) time=$value ;;
    memory=*) memory=$value ;;
    options=*) options=$value ;;
    threads=*)
      is_count "$value" 1024 || fail 2 "$site: threads must be a whole number from 1 to 1024, not '$value'."
      threads=$value ;;
    case_limit=*)
      [ -z "$value" ] || is_seconds "$value" || fail 2 "$site: case_limit must be a number of seconds above 0, not '$value'."
      case_limit=$value ;;
    *) fail 2 "$site has an unknown setting in '$line'." ;;
  esac
done <"$site"
threads=${threads_asked:-$threads}

for program in sbatch squeue; do
  command -v $program >/dev/null || fail 1 "Slurm's $program is not in the PATH; docs/cluster.md says how to run without Slurm."
done
cd -- "$directory" 2>/dev/null || fail 2 "There is no folder '$directory'."
directory=$(pwd)
case $directory in *%* | *\\*) fail 2 "Slurm takes % and \\ in a path for something else: rename '$directory'." ;; esac
# A name that no other sweep of this user has.
job_name=$(basename -- "$directory" | tr -c 'A-Za-z0-9_.\n-' _)-$(pwd | cksum | cut -d ' ' -f 1)

# Sets `state`, and `missing` if cases are. A folder without a plan ends here, with the program's own sentence.
look() {
  missing='' code=0
  state=$("$sweep" status "$directory") || code=$?
  case $code:$state in
    0:* | 1:*'none missing'*) ;; # In the latter some have failed, which are not computed again.
    1:*) missing=yes ;;
    *) exit 2 ;;
  esac
}

# settings THREADS: lines of sbatch. The folder is where sbatch was called; its path stands in none of them.
settings() {
  echo "#SBATCH --job-name=$job_name --ntasks=1 --cpus-per-task=$1 --open-mode=append"
  [ -z "$partition" ] || echo "#SBATCH --partition=$partition"
  [ -z "$account" ] || echo "#SBATCH --account=$account"
  [ -z "$time" ] || echo "#SBATCH --time=$time"
  [ -z "$memory" ] || echo "#SBATCH --mem=$memory"
  [ -z "$options" ] || echo "#SBATCH $options"
}

look
# Cases of a map cannot be ended one by one. What the site file says is meant for the others.
if ! grep -q '"experiment":' plan.json; then
  [ -z "$limit_asked" ] || fail 2 "--case-limit is for sweeps of experiments, and this is one of a map."
  case_limit=''
fi
case_limit=${limit_asked:-$case_limit}
# Without an answer nothing says that the sweep is not there yet.
if [ -z "$after_array" ]; then
  queued=$(squeue --noheader --me --name="$job_name") ||
    fail 1 "Slurm's squeue does not say whether jobs of this sweep are in the queue: nothing is submitted."
  [ -z "$queued" ] || fail 2 "Jobs of this sweep are in the queue: see squeue --me --name=$job_name."
fi
mkdir -p slurm
cat >sweep.sbatch <<END
#!/bin/sh
# Written by cluster/submit.sh, to be submitted from this folder. Each task runs one chunk.
#SBATCH --array=1-$chunks --requeue --output=slurm/%A_%a.txt
$(settings "$threads")
exec $(quoted "$sweep") run . --chunk "\$SLURM_ARRAY_TASK_ID/$chunks" --threads $threads${case_limit:+ --case-limit $case_limit}
END

while [ -n "$missing" ]; do
  [ -z "$after_array" ] || [ "$state" != "$(cat slurm/state)" ] ||
    fail 1 "The last array brought no progress: nothing more is submitted; $directory/slurm has what its tasks printed."
  echo "$state"
  echo "$state" >slurm/state
  if [ -z "$wait" ]; then
    array=$(sbatch --parsable sweep.sbatch) || fail 1 "Slurm has not taken the array."
    array=${array%%;*}
    sbatch --parsable --dependency="afterany:$array" >/dev/null <<END || fail 1 "Slurm has taken the array $array, but not the job after it."
#!/bin/sh
#SBATCH --output=slurm/%j.txt
$(settings 1)
export NSDBENCH_SWEEP=$(quoted "$sweep") NSDBENCH_SITE=$(quoted "$site")
exec $(quoted "$here/submit.sh") . $chunks --after-array --threads $threads${limit_asked:+ --case-limit $limit_asked}
END
    echo "Submitted the array $array; squeue --me --name=$job_name shows it."
    exit 0
  fi
  echo "Submitting an array of $chunks tasks; squeue --me --name=$job_name shows them."
  # It ends with the exit code of the worst task. What is missing then is for the next array.
  array=$(sbatch --parsable --wait sweep.sbatch) || [ -n "$array" ] || fail 1 "Slurm has not taken the array."
  after_array=yes
  look
done
echo "$state"
exec "$sweep" merge "$directory"
