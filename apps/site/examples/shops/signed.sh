# Posts an event to a webhook of yours, signed as the reconciler signs it, and prints the status of the answer.
#   WEBHOOK_SECRET=whsec_… sh signed.sh http://127.0.0.1:8000/webhook order-17 2500
set -eu
id="payin shop/$2#3"
seconds=${SIGNED_AT:-$(date +%s)}
now=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)
data="{\"id\":\"$id\",\"type\":\"payin.completed\",\"payment\":{\"kind\":\"payin\",\"project\":\"shop\",\"id\":\"$2\"},\"seq\":3,\"at\":\"$now\",\"status\":\"completed\",\"amount\":$3,\"rail\":\"ussd_push\",\"orderRef\":null,\"late\":false}"
body="{\"type\":\"payin.completed\",\"timestamp\":\"$now\",\"data\":$data}"
key=$(printf '%s' "${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \n')
signature=$(printf '%s' "$id.$seconds.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
curl --silent --output /dev/null --write-out '%{http_code}\n' "$1" --header 'Content-Type: application/json' \
  --header "webhook-id: $id" --header "webhook-timestamp: $seconds" --header "webhook-signature: v1,$signature" \
  --data-binary "$body"
