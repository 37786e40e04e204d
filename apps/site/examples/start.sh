# What "A first payment in five minutes" tells its reader to type, in an empty folder.
set -eu
# #region install
mkdir first-payment && cd first-payment
npm install cauri
# #endregion
cp "$FIRST_PAYMENT" first.mjs
# #region run
node first.mjs
# #endregion
