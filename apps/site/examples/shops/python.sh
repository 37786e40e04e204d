# What "A shop in Python" tells its reader to type, in the folder with shop.py and settings.sh, while the programs run.
set -eu
# #region serve
. ./settings.sh
export CAURI_KEY=$(npx cauri api key add --name shop-python --project shop --may read,collect | tail -n 1)
export SHOP_FILE=$PWD/shop-python.db
python3 shop.py serve 8000
# #endregion
# #region buy
curl -X PUT http://127.0.0.1:8000/orders/order-python-1 -d '{ "way": "ussd_push", "phone": "22660000090" }'
# #endregion
# #region look
curl http://127.0.0.1:8000/orders/order-python-1
# #endregion
# #region staff
. ./settings.sh
export SHOP_FILE=$PWD/shop-python.db
export CAURI_KEY=$(npx cauri api key add --name staff-python --project shop --may read,refund,pay_out | tail -n 1)
python3 shop.py refund order-python-1
python3 shop.py pay salary-2027-05-awa 15000 22660000090
python3 shop.py books
# #endregion
