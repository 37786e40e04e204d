# What "From any language: the HTTP API" tells its reader to type: the first part in one terminal, the rest in another.
set -eu
# #region settings
mkdir practice && cd practice
npm install cauri
cat > settings.sh <<END
export SERVICE_URL=http://127.0.0.1:4010 SANDBOX_API_KEY=practice-key SANDBOX_API_TOKEN=practice-token SANDBOX_FILE=$PWD/sandbox.db
export API_KEY_shop=practice-key API_TOKEN_shop=practice-token
export STORE_URL=sqlite:$PWD/payments.db STORE_CREATE=if-missing
export CALLBACK_BASE=http://127.0.0.1:8080 CALLBACK_KEYS=k1:$(openssl rand -hex 32)
export OUTCOMES=log WEBHOOK_URL=http://127.0.0.1:8000/webhook WEBHOOK_SECRET=whsec_$(openssl rand -base64 32)
export CAURI_URL=http://127.0.0.1:8090
END
# #endregion
# #region programs
. ./settings.sh
(npx cauri sandbox & npx cauri receiver & npx cauri reconciler & npx cauri api & wait)
# #endregion
# #region key
. ./settings.sh
export CAURI_KEY=$(npx cauri api key add --name practice --project shop --may read,collect | tail -n 1)
# #endregion
# #region payin
curl -X PUT "$CAURI_URL/v1/payins/order-17" \
  -H "Authorization: Bearer $CAURI_KEY" -H 'Content-Type: application/json' -d '{
    "amount": 500,
    "description": "Two loaves",
    "shop": { "name": "Boutique", "siteUrl": "https://shop.example" },
    "method": { "type": "direct", "mode": "ussd_push", "phone": "22660000090" }
  }'
# #endregion
# #region events
curl -H "Authorization: Bearer $CAURI_KEY" "$CAURI_URL/v1/events"
# #endregion
# #region payout
export PAYOUT_KEY=$(npx cauri api key add --name accounts --project shop --may read,pay_out | tail -n 1)
curl -X PUT "$CAURI_URL/v1/payouts/salary-17-june" \
  -H "Authorization: Bearer $PAYOUT_KEY" -H 'Content-Type: application/json' -d '{
    "amount": 7500,
    "description": "Salary of June",
    "phone": "22660000090",
    "method": { "type": "mobile_money" }
  }'
# #endregion
