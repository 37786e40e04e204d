# What "A shop in PHP" tells its reader to type, in the folder with shop.php and settings.sh, while the programs run.
set -eu
# #region serve
. ./settings.sh
export CAURI_KEY=$(npx cauri api key add --name shop-php --project shop --may read,collect | tail -n 1)
export SHOP_FILE=$PWD/shop-php.db
(PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:8000 shop.php & php shop.php events)
# #endregion
# #region buy
curl -X PUT http://127.0.0.1:8000/orders/order-php-1 -d '{ "way": "ussd_push", "phone": "22660000090" }'
# #endregion
# #region look
curl http://127.0.0.1:8000/orders/order-php-1
# #endregion
# #region staff
. ./settings.sh
export SHOP_FILE=$PWD/shop-php.db
export CAURI_KEY=$(npx cauri api key add --name staff-php --project shop --may read,refund,pay_out | tail -n 1)
php shop.php refund order-php-1
php shop.php pay salary-2027-05-awa 15000 22660000090
php shop.php books
# #endregion
