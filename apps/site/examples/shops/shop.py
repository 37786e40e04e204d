"""A shop over the HTTP API of Cauri, with Python's standard library alone.

python3 shop.py serve 8000            takes orders, and events by webhook and by long poll
python3 shop.py refund ORDER          the staff gives the money of an order back,
python3 shop.py pay ID AMOUNT PHONE   sends money,
python3 shop.py books                 and sees what the shop knows
"""
import base64
import hashlib
import hmac
import http.client
import http.server
import json
import logging
import os
import re
import sqlite3
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import closing

PRICE = 2500  # In whole francs. It is the shop's: an amount that a browser sent would be the customer's choice.
SITE = "https://shop.example"


class Refused(Exception):
    """The API refused: the same call would be refused again."""

    def __init__(self, status, detail):
        super().__init__(detail)
        self.status = status


def cauri(method, path, body=None):
    """Calls the API. Without an answer a PUT or a GET is repeated: the id is the payment, so it is created once. A POST is not.

    Any exception but Refused means that the outcome is not known; it never means "not paid".
    """
    headers = {
        "Authorization": f"Bearer {os.environ['CAURI_KEY']}",
        "Content-Type": "application/json",
        "Prefer": "wait=8",  # After 8 s the API answers with what is stored, and goes on by itself.
    }
    data = None if method == "GET" else json.dumps(body or {}).encode()
    request = urllib.request.Request(os.environ["CAURI_URL"] + path, data, headers, method=method)
    for seconds in (1, 2, None):
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:
                raise Refused(error.code, error.read().decode()) from None
            unknown = error
        except (OSError, http.client.HTTPException, ValueError) as error:
            unknown = error
        if method == "POST" or seconds is None:
            raise unknown
        time.sleep(seconds)


def books():
    """What the shop knows."""
    opened = sqlite3.connect(os.environ["SHOP_FILE"], timeout=30)
    opened.row_factory = sqlite3.Row
    opened.execute("create table if not exists events (id text primary key)")
    opened.execute(
        """create table if not exists payments (kind text, id text, amount integer,
        state text default 'open', booked integer default 0, primary key (kind, id))"""
    )
    return closing(opened)


def take_in(event):
    """Takes an event in: once, however often and by whichever way it comes. What else it causes belongs into the same transaction."""
    kind, what = event["type"].split(".")
    # An expired order may still be paid late. All others are for a person, in the console.
    state = {"completed": "paid", "not_completed": "failed", "refused": "failed", "cancelled": "failed"}.get(what)
    amount = event["amount"]
    with books() as opened, opened:
        first = opened.execute("insert or ignore into events (id) values (?)", (event["id"],)).rowcount == 1
        if first and state is not None:
            # Paid stays paid, and what failed may yet be paid. The amount is the one that was written down.
            opened.execute(
                """insert into payments (kind, id, amount, state, booked) values (?, ?, ?, ?, ?)
                on conflict do update set state = excluded.state, booked = booked + excluded.booked
                where amount = excluded.amount and state <> 'paid'""",
                (kind, event["payment"]["id"], amount, state, amount if state == "paid" else 0),
            )


def poll():
    while True:
        try:
            events = cauri("GET", "/v1/events?wait=10")["events"]
        except Exception as error:
            logging.warning("Events come later: %s", error)
            time.sleep(1)
            continue
        for event in events:
            try:
                take_in(event)
                cauri("POST", "/v1/events/ack", {"acks": [event["ack"]]})  # Afterwards: until then it would come again.
            except Exception as error:
                logging.warning("%s comes again: %s", event["id"], error)  # It holds up no other payment.


def webhook(headers, body):
    """The event in a webhook, once its signature is verified as standardwebhooks.com says."""
    id, seconds = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
    signed = hmac.digest(key, f"{id}.{seconds}.".encode() + body, hashlib.sha256)
    signature = f"v1,{base64.b64encode(signed).decode()}"
    given = headers.get("webhook-signature", "").split(" ")
    is_ours = any(hmac.compare_digest(signature.encode(), each.encode()) for each in given)
    if not key or not is_ours or abs(time.time() - int(seconds)) > 300:
        raise Refused(400, "A webhook without a valid signature.")
    return json.loads(body)["data"]


def order(id, form):
    """Asks for the payment of an order. The page has chosen the order's id, so a form that is sent twice is one order."""
    with books() as opened, opened:  # Before it is asked for: whatever happens now, the shop knows the order.
        opened.execute("insert or ignore into payments (kind, id, amount) values ('payin', ?, ?)", (id, PRICE))
    way, phone = form.get("way"), form.get("phone")
    if way == "page":
        method = {"type": "hosted", "returnUrl": f"{SITE}/thanks/{id}", "cancelUrl": SITE}
    elif way == "wallet":
        method = {"type": "wallet", "phone": phone}
    else:
        method = {"type": "direct", "mode": way, "phone": phone}
    payin = {"amount": PRICE, "description": f"Order {id}", "shop": {"name": "Boutique", "siteUrl": SITE}, "method": method}
    cauri("PUT", f"/v1/payins/{id}", payin | ({"otp": form["otp"]} if "otp" in form else {}))


class Page(http.server.BaseHTTPRequestHandler):
    """Answers a customer's page: the shop's own state, and what the customer does next."""

    def answer(self):
        body = self.rfile.read(min(int(self.headers.get("content-length", 0)), 65536))
        if (self.command, self.path) == ("POST", "/webhook"):
            return take_in(webhook(self.headers, body))
        asked = re.fullmatch(r"/orders/([A-Za-z0-9_-]{1,64})(/code|/again)?", self.path.partition("?")[0])
        id, then = asked.groups() if asked else (None, None)
        form = json.loads(body or b"{}")
        match (self.command, then) if asked else None:
            case ("PUT", None):
                order(id, form)
            case ("GET", None):
                pass
            case ("POST", "/code"):
                cauri("POST", f"/v1/payins/{id}/code", {"otp": form.get("otp")})
            case ("POST", "/again"):
                cauri("POST", f"/v1/payins/{id}/try-again")
            case _:
                raise Refused(404, "There is no such page.")
        payin = cauri("GET", f"/v1/payins/{id}")
        with books() as opened:
            known = opened.execute("select state, booked from payments where kind = 'payin' and id = ?", (id,)).fetchone()
        says = payin["problem"] and payin["problem"]["customerMessages"]["fr"]
        return {**dict(known), "next": payin["next"], "says": says}

    def do_GET(self):
        try:
            status, answer = 200, self.answer()
        except Exception as error:  # It is for us: a customer's page says "please wait", and asks again.
            logging.warning("%s %s: %s", self.command, self.path, error)
            status, answer = getattr(error, "status", 503), None
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    do_PUT = do_POST = do_GET


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve", port]:
            threading.Thread(target=poll, daemon=True).start()
            http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Page).serve_forever()
        case ["refund", id]:  # Its id is the refund's own, so the same command again gives nothing back twice.
            print(cauri("POST", f"/v1/payins/{id}/refund", {"id": f"refund-{id}"})["status"])
        case ["pay", id, amount, phone]:  # The id names the debt, such as salary-2027-05-awa: again is never twice.
            payout = {"amount": int(amount), "phone": phone, "description": f"Boutique: {id}", "method": {"type": "mobile_money"}}
            print(cauri("PUT", f"/v1/payouts/{id}", payout)["status"])
        case ["books"]:
            with books() as opened:
                print(json.dumps([dict(row) for row in opened.execute("select * from payments")], indent=2))
        case _:
            sys.exit(__doc__)
