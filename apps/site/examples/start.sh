# What "A first payment in five minutes" tells its reader to type, in an empty folder. The rehearsal of a release
# does it; it hands over the file of the example.
set -eu
# #region install
mkdir first-payment && cd first-payment
npm install cauri
# #endregion
cp "$1" first.mjs
# #region run
node first.mjs
# #endregion
