<?php
// A shop over the HTTP API of Cauri, in PHP alone.
//   php -S 127.0.0.1:8000 shop.php      takes orders, and events by webhook
//   php shop.php events                 takes events by long poll
//   php shop.php refund ORDER           the staff gives the money of an order back,
//   php shop.php pay ID AMOUNT PHONE    sends money,
//   php shop.php books                  and sees what the shop knows
declare(strict_types=1);

const PRICE = 2500; // In whole francs. It is the shop's: an amount that a browser sent would be the customer's choice.
const SITE = 'https://shop.example';

/** A setting that must be there: with an empty secret anyone could sign a webhook. */
function setting(string $name): string
{
    return getenv($name) ?: throw new RuntimeException("Set $name.");
}

/**
 * Calls the API. Without an answer a PUT or a GET is repeated: the id is the payment, so it is created once. A POST is not.
 * An exception of code 0 means that the outcome is not known; it never means "not paid". Any other code is the API's refusal.
 */
function cauri(string $method, string $path, array $body = []): array
{
    for ($try = 1; ; $try++) {
        $call = curl_init(setting('CAURI_URL') . $path);
        curl_setopt_array($call, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => [
                'Authorization: Bearer ' . setting('CAURI_KEY'),
                'Content-Type: application/json',
                'Prefer: wait=8', // After 8 s the API answers with what is stored, and goes on by itself.
            ],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 20,
        ] + ($method === 'GET' ? [] : [CURLOPT_POSTFIELDS => json_encode((object) $body, JSON_THROW_ON_ERROR)]));
        $answer = json_decode((string) curl_exec($call), true);
        $status = curl_getinfo($call, CURLINFO_RESPONSE_CODE);
        if ($status >= 200 && $status < 300 && is_array($answer)) {
            return $answer;
        }
        if ($status >= 400 && $status < 500 && $status !== 429) {
            throw new RuntimeException($answer['detail'] ?? "$method $path was refused.", $status);
        }
        if ($method === 'POST' || $try === 3) {
            throw new RuntimeException("$method $path has no answer ($status): what became of it is not known yet.");
        }
        sleep($try);
    }
}

/** What the shop knows. */
function books(): PDO
{
    $books = new PDO('sqlite:' . setting('SHOP_FILE'));
    $books->exec('create table if not exists events (id text primary key)');
    $books->exec("create table if not exists payments (kind text, id text, amount integer,
        state text default 'open', booked integer default 0, primary key (kind, id))");
    return $books;
}

/** Takes an event in: once, however often and by whichever way it comes. What else it causes belongs into the same transaction. */
function takeIn(array $event): void
{
    ['type' => $type, 'amount' => $amount, 'payment' => ['kind' => $kind, 'id' => $id]] = $event;
    $state = match (substr($type, strlen($kind) + 1)) {
        'completed' => 'paid',
        'not_completed', 'refused', 'cancelled' => 'failed',
        default => null, // An expired order may still be paid late. All others are for a person, in the console.
    };
    $books = books();
    $books->beginTransaction();
    $first = $books->prepare('insert or ignore into events (id) values (?)');
    $first->execute([$event['id']]);
    if ($first->rowCount() === 1 && $state !== null) {
        // Paid stays paid, and what failed may yet be paid. The amount is the one that was written down.
        $books->prepare("insert into payments (kind, id, amount, state, booked) values (?, ?, ?, ?, ?)
            on conflict do update set state = excluded.state, booked = booked + excluded.booked
            where amount = excluded.amount and state <> 'paid'")
            ->execute([$kind, $id, $amount, $state, $state === 'paid' ? $amount : 0]);
    }
    $books->commit();
}

/** The event in a webhook, once its signature is verified as standardwebhooks.com says. */
function webhook(string $body): array
{
    ['HTTP_WEBHOOK_ID' => $id, 'HTTP_WEBHOOK_TIMESTAMP' => $time] = $_SERVER + ['HTTP_WEBHOOK_ID' => '', 'HTTP_WEBHOOK_TIMESTAMP' => ''];
    $key = base64_decode(substr(setting('WEBHOOK_SECRET'), strlen('whsec_')));
    $signature = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($signature, $given) && abs(time() - (int) $time) <= 300) {
            return json_decode($body, true, flags: JSON_THROW_ON_ERROR)['data'];
        }
    }
    throw new RuntimeException('A webhook without a valid signature.', 400);
}

/** Asks for the payment of an order. The page has chosen the order's id, so a form that is sent twice is one order. */
function order(string $id, array $form): void
{
    // Written down before it is asked for: whatever happens now, the shop knows the order.
    books()->prepare("insert or ignore into payments (kind, id, amount) values ('payin', ?, ?)")->execute([$id, PRICE]);
    cauri('PUT', "/v1/payins/$id", [
        'amount' => PRICE,
        'description' => "Order $id",
        'shop' => ['name' => 'Boutique', 'siteUrl' => SITE],
        'method' => match ($form['way'] ?? '') {
            'page' => ['type' => 'hosted', 'returnUrl' => SITE . "/thanks/$id", 'cancelUrl' => SITE],
            'wallet' => ['type' => 'wallet', 'phone' => $form['phone'] ?? ''],
            default => ['type' => 'direct', 'mode' => $form['way'] ?? '', 'phone' => $form['phone'] ?? ''],
        },
    ] + array_intersect_key($form, ['otp' => true]));
}

/** Answers a customer's page: the shop's own state, and what the customer does next. */
function answer(): array
{
    [$what, $id, $then] = explode('/', trim(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH), '/')) + ['', '', ''];
    $body = file_get_contents('php://input');
    if ("{$_SERVER['REQUEST_METHOD']} $what" === 'POST webhook') {
        takeIn(webhook($body));
        return [];
    }
    $form = json_decode($body, true) ?? [];
    match (preg_match('/^[\w-]{1,64}$/D', $id) ? "{$_SERVER['REQUEST_METHOD']} $what $then" : '') {
        'PUT orders ' => order($id, $form),
        'GET orders ' => null,
        'POST orders code' => cauri('POST', "/v1/payins/$id/code", ['otp' => $form['otp'] ?? '']),
        'POST orders again' => cauri('POST', "/v1/payins/$id/try-again"),
        default => throw new RuntimeException('There is no such page.', 404),
    };
    $payin = cauri('GET', "/v1/payins/$id");
    $known = books()->prepare("select state, booked from payments where kind = 'payin' and id = ?");
    $known->execute([$id]);
    return $known->fetch(PDO::FETCH_ASSOC) + ['next' => $payin['next'], 'says' => $payin['problem']['customerMessages']['fr'] ?? null];
}

if (PHP_SAPI !== 'cli') {
    header('Content-Type: application/json');
    try {
        echo json_encode(answer(), JSON_THROW_ON_ERROR);
    } catch (Throwable $error) {
        error_log($error->getMessage()); // It is for us: a customer's page says "please wait", and asks again.
        $status = $error->getCode();
        http_response_code(is_int($status) && $status >= 400 ? $status : 503);
    }
    return;
}

[, $command, $id, $amount, $phone] = $argv + ['', '', '', '', ''];
switch ($command) {
    case 'events':
        while (true) {
            try {
                $events = cauri('GET', '/v1/events?wait=10')['events'];
            } catch (Throwable $error) {
                error_log($error->getMessage());
                sleep(1);
                continue;
            }
            foreach ($events as $event) {
                try {
                    takeIn($event);
                    cauri('POST', '/v1/events/ack', ['acks' => [$event['ack']]]); // Afterwards: until then it would come again.
                } catch (Throwable $error) {
                    error_log("{$event['id']} comes again: {$error->getMessage()}"); // It holds up no other payment.
                }
            }
        }
    case 'refund': // Its id is the refund's own, so the same command again gives nothing back twice.
        exit(cauri('POST', "/v1/payins/$id/refund", ['id' => "refund-$id"])['status'] . "\n");
    case 'pay': // The id names the debt, such as salary-2027-05-awa: the same command again sends nothing twice.
        $payout = ['amount' => (int) $amount, 'phone' => $phone, 'description' => "Boutique: $id", 'method' => ['type' => 'mobile_money']];
        ['status' => $status, 'heldBecause' => $why] = cauri('PUT', "/v1/payouts/$id", $payout);
        exit(trim("$status $why") . "\n"); // "held twin": nothing was sent, and a person decides in the console.
    case 'books':
        exit(json_encode(books()->query('select * from payments')->fetchAll(PDO::FETCH_ASSOC), JSON_PRETTY_PRINT) . "\n");
    default:
        exit("Commands: events, refund ORDER, pay ID AMOUNT PHONE, books\n");
}
