# Asks a service who it is: a question without keys, which moves nothing. SERVICE_URL is the address that the aggregator gave.
set -eu
# #region ask
curl -s -H 'Accept: application/json' "$SERVICE_URL/pay/v01/redirect/checkout-invoice/confirm?invoiceToken=none"
# #endregion
