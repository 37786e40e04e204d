"""What a hurried reader of the API's pages writes: no time-out, loops until it works, ten at once, and events taken at any price.

It prints one line of JSON: how each payment was answered, and every event that came, as often as it came.
"""
import json
import os
import sys
import threading
import urllib.error
import urllib.request

answers, events, acks = {}, [], []


def call(method, path, body=None):
    headers = {"Authorization": "Bearer " + os.environ["CAURI_KEY"], "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body is not None else None
    while True:
        try:
            return json.load(urllib.request.urlopen(urllib.request.Request(os.environ["CAURI_URL"] + path, data, headers, method=method)))
        except urllib.error.HTTPError as error:
            if 400 <= error.code < 500:
                return json.load(error)
        except Exception:
            pass  # Whatever it was: again.


def create(kind, id, body):
    answers.setdefault(id, []).append(call("PUT", f"/v1/{kind}s/{id}", body).get("status"))


def both(*payments):
    threads = [threading.Thread(target=create, args=payment) for payment in payments for _ in range(10)]
    for thread in threads:
        thread.start()
    return threads


def payout(phone):
    return {"amount": 2500, "phone": phone, "description": "Salary", "method": {"type": "mobile_money"}}


payin = {
    "amount": 2500,
    "description": "Order",
    "shop": {"name": "Boutique", "siteUrl": "https://shop.example"},
    "method": {"type": "direct", "mode": "ussd_push", "phone": "22660000090"},
}
first = both(("payin", "rush", payin), ("payout", "wage", payout("22660000190")))
print("calling", flush=True)
for thread in first:
    thread.join()
# A new id for the same debt: what comes of inventing one at each try.
create("payout", "wage-again", payout("22660000190"))
# Events are taken without a thought; the first time they are not even acknowledged.
while not {("payin", "rush"), ("payout", "wage")} <= {(e["payment"]["kind"], e["payment"]["id"]) for e in events if e["type"].endswith(".completed")}:
    taken = call("GET", "/v1/events?wait=5")["events"]
    events += taken
    acks += [event["ack"] for event in taken]
    call("POST", "/v1/events/ack", {"acks": [event["ack"] for event in taken]})
    call("POST", "/v1/events/ack", {"acks": acks[-100:]})
print(json.dumps({"answers": answers, "events": [{"id": e["id"], "type": e["type"]} for e in events]}), flush=True)
