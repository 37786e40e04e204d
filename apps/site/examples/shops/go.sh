# What "A shop in Go" tells its reader to type, in the folder with shop.go and settings.sh, while the programs run.
set -eu
# #region serve
. ./settings.sh
export CAURI_KEY=$(npx cauri api key add --name shop-go --project shop --may read,collect | tail -n 1)
export SHOP_BOOKS=$PWD/books
mkdir -p books && go run shop.go serve 127.0.0.1:8000
# #endregion
# #region buy
curl -X PUT http://127.0.0.1:8000/orders/order-go-1 -d '{ "way": "ussd_push", "phone": "22660000090" }'
# #endregion
# #region look
curl http://127.0.0.1:8000/orders/order-go-1
# #endregion
# #region staff
. ./settings.sh
export SHOP_BOOKS=$PWD/books
export CAURI_KEY=$(npx cauri api key add --name staff-go --project shop --may read,refund,pay_out | tail -n 1)
go run shop.go refund order-go-1
go run shop.go pay salary-2027-05-awa 15000 22660000090
go run shop.go books
# #endregion
