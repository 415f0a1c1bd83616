# `environment HOST PACKAGE…` makes target/gateways/HOST with the packages, PyPI's toon-format and our module, for the
# Python that $python names, or python3. If the packages cannot be installed, the script ends with code 75, which is not
# a failure.
export PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1
export FASTMCP_LOG_LEVEL=CRITICAL
export PYTHONPATH="$PWD/python:$PWD/scripts/gateways"

environment() {
  local folder="target/gateways/$1"
  [ -x "$folder/bin/pip" ] || "${python:-python3}" -m venv "$folder"
  "$folder/bin/python" -m pip install --quiet "${@:2}" toon-format==1.2.0 || exit 75
  # Built once for all hosts.
  local wheel=target/gateways/wheel/*.whl
  if [ ! -f $wheel ] || [ -n "$(find . -name target -prune -o \( -name '*.rs' -o -name 'Cargo.*' \) -newer $wheel -print -quit)" ]; then
    rm -rf target/gateways/wheel
    CARGO_TARGET_DIR="$PWD/target/python" "$folder/bin/python" -m pip wheel --quiet --no-deps --wheel-dir target/gateways/wheel ./python
  fi
  "$folder/bin/python" -m pip install --quiet --no-deps --force-reinstall $wheel
}
