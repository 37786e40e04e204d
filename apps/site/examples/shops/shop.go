// A shop over the HTTP API of Cauri, with Go's standard library alone.
//
//	go run shop.go serve 127.0.0.1:8000    takes orders, and events by webhook and by long poll
//	go run shop.go refund ORDER            the staff gives the money of an order back,
//	go run shop.go pay ID AMOUNT PHONE     sends money,
//	go run shop.go books                   and sees what the shop knows
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	price = 2500 // In whole francs. It is the shop's: an amount that a browser sent would be the customer's choice.
	site  = "https://shop.example"
)

type object = map[string]any

// refused says that the same call would be refused again. Any other error means that the outcome is not known; it never means "not paid".
type refused struct {
	status int
	detail string
}

func (r refused) Error() string { return r.detail }

var client = http.Client{Timeout: 20 * time.Second}

// cauri calls the API. Without an answer a PUT or a GET is repeated: the id is the payment, so it is created once. A POST is not.
func cauri(method, path string, body, answer any) error {
	sent, err := json.Marshal(body)
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		err := call(method, path, sent, answer)
		if err == nil || errors.As(err, &refused{}) || method == "POST" || try == 3 {
			return err
		}
		time.Sleep(time.Duration(try) * time.Second)
	}
}

func call(method, path string, body []byte, answer any) error {
	request, err := http.NewRequest(method, os.Getenv("CAURI_URL")+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("CAURI_KEY"))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Prefer", "wait=8") // After 8 s the API answers with what is stored, and goes on by itself.
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch status := response.StatusCode; {
	case err != nil:
		return err
	case status < 300:
		return json.Unmarshal(text, answer)
	case status < 500 && status != http.StatusTooManyRequests:
		return refused{status, string(text)}
	default:
		return fmt.Errorf("%s %s: the API answered %d: %s", method, path, status, text)
	}
}

// payment is what the shop knows of one. It has a file of its own here, and in your shop a row of the database.
type payment struct {
	Kind   string   `json:"kind"`
	ID     string   `json:"id"`
	Amount int      `json:"amount"`
	State  string   `json:"state"`
	Booked int      `json:"booked"`
	Events []string `json:"events"`
}

var books sync.Mutex

func fileOf(kind, id string) string { return filepath.Join(os.Getenv("SHOP_BOOKS"), kind+" "+id) }

// known reads a payment; one that is new has this amount.
func known(kind, id string, amount int) (payment, error) {
	found := payment{Kind: kind, ID: id, Amount: amount, State: "open"}
	text, err := os.ReadFile(fileOf(kind, id))
	if errors.Is(err, os.ErrNotExist) {
		return found, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &found)
	}
	return found, err
}

// save puts a whole file in the place of the old one: a crash leaves the one or the other.
func save(now payment) error {
	file, err := os.CreateTemp(os.Getenv("SHOP_BOOKS"), ".new")
	if err != nil {
		return err
	}
	defer file.Close()
	if err := json.NewEncoder(file).Encode(now); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return os.Rename(file.Name(), fileOf(now.Kind, now.ID))
}

type event struct {
	ID, Type, Ack string
	Amount        int
	Payment       struct{ Kind, ID string }
}

// An expired order may still be paid late. All other events are for a person, in the console.
var states = map[string]string{"completed": "paid", "not_completed": "failed", "refused": "failed", "cancelled": "failed"}

// takeIn takes an event in: once, however often and by whichever way it comes. What else it causes belongs into the same transaction.
func takeIn(it event) error {
	books.Lock()
	defer books.Unlock()
	now, err := known(it.Payment.Kind, it.Payment.ID, it.Amount)
	if err != nil {
		return err
	}
	for _, taken := range now.Events {
		if taken == it.ID {
			return nil
		}
	}
	now.Events = append(now.Events, it.ID)
	_, what, _ := strings.Cut(it.Type, ".")
	// Paid stays paid, and what failed may yet be paid. The amount is the one that was written down.
	if state := states[what]; state != "" && now.State != "paid" && it.Amount == now.Amount {
		now.State = state
		if state == "paid" {
			now.Booked += it.Amount
		}
	}
	return save(now)
}

func poll() {
	for {
		var news struct{ Events []event }
		if err := cauri("GET", "/v1/events?wait=10", nil, &news); err != nil {
			log.Print("Events come later: ", err)
			time.Sleep(time.Second)
		}
		for _, it := range news.Events {
			err := takeIn(it)
			if err == nil { // Afterwards: until then it would come again.
				err = cauri("POST", "/v1/events/ack", object{"acks": []string{it.Ack}}, &object{})
			}
			if err != nil {
				log.Print(it.ID, " comes again: ", err) // It holds up no other payment.
			}
		}
	}
}

// webhook gives the event in a webhook, once its signature is verified as standardwebhooks.com says.
func webhook(headers http.Header, body []byte) (it event, err error) {
	id, seconds := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, seconds, body)
	signature := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	at, _ := strconv.ParseInt(seconds, 10, 64)
	isFresh := time.Since(time.Unix(at, 0)).Abs() <= 5*time.Minute
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if err == nil && len(key) > 0 && isFresh && hmac.Equal(signature, []byte(given)) {
			var envelope struct{ Data event }
			err := json.Unmarshal(body, &envelope)
			return envelope.Data, err
		}
	}
	return it, refused{http.StatusBadRequest, "A webhook without a valid signature."}
}

type form struct{ Way, Phone, OTP string }

// order asks for the payment of an order. The page has chosen the order's id, so a form that is sent twice is one order.
func order(id string, it form) error {
	// Written down before it is asked for: whatever happens now, the shop knows the order.
	books.Lock()
	now, err := known("payin", id, price)
	if err == nil {
		err = save(now)
	}
	books.Unlock()
	if err != nil {
		return err
	}
	method := object{"type": "direct", "mode": it.Way, "phone": it.Phone}
	switch it.Way {
	case "page":
		method = object{"type": "hosted", "returnUrl": site + "/thanks/" + id, "cancelUrl": site}
	case "wallet":
		method = object{"type": "wallet", "phone": it.Phone}
	}
	payin := object{"amount": price, "description": "Order " + id, "shop": object{"name": "Boutique", "siteUrl": site}, "method": method}
	if it.OTP != "" {
		payin["otp"] = it.OTP
	}
	return cauri("PUT", "/v1/payins/"+id, payin, &object{})
}

var ofOrder = regexp.MustCompile(`^/orders/([A-Za-z0-9_-]{1,64})(/code|/again)?$`)

// answer answers a customer's page: the shop's own state, and what the customer does next.
func answer(request *http.Request) (any, error) {
	body, err := io.ReadAll(http.MaxBytesReader(nil, request.Body, 65536))
	if err != nil {
		return nil, err
	}
	if request.Method == "POST" && request.URL.Path == "/webhook" {
		it, err := webhook(request.Header, body)
		if err == nil {
			err = takeIn(it)
		}
		return nil, err
	}
	asked := ofOrder.FindStringSubmatch(request.URL.Path)
	if asked == nil {
		return nil, refused{http.StatusNotFound, "There is no such page."}
	}
	var sent form
	if len(body) > 0 {
		err = json.Unmarshal(body, &sent)
	}
	id := asked[1]
	switch does := request.Method + asked[2]; {
	case err != nil:
	case does == "PUT":
		err = order(id, sent)
	case does == "POST/code":
		err = cauri("POST", "/v1/payins/"+id+"/code", object{"otp": sent.OTP}, &object{})
	case does == "POST/again":
		err = cauri("POST", "/v1/payins/"+id+"/try-again", object{}, &object{})
	case does != "GET":
		err = refused{http.StatusMethodNotAllowed, "There is no such page."}
	}
	if err != nil {
		return nil, err
	}
	var payin struct {
		Next    any
		Problem struct {
			CustomerMessages struct{ FR string }
		}
	}
	if err := cauri("GET", "/v1/payins/"+id, nil, &payin); err != nil {
		return nil, err
	}
	now, err := known("payin", id, price)
	return object{"state": now.State, "booked": now.Booked, "next": payin.Next, "says": payin.Problem.CustomerMessages.FR}, err
}

func serve(writer http.ResponseWriter, request *http.Request) {
	result, err := answer(request)
	writer.Header().Set("Content-Type", "application/json")
	if err != nil {
		log.Print(request.Method, " ", request.URL.Path, ": ", err) // It is for us: a customer's page says "please wait", and asks again.
		refusal := refused{status: http.StatusServiceUnavailable}
		errors.As(err, &refusal)
		writer.WriteHeader(refusal.status)
	}
	json.NewEncoder(writer).Encode(result)
}

func main() {
	var payout struct{ Status string }
	var err error
	switch given := append(os.Args[1:], "", "", "", ""); given[0] {
	case "serve":
		go poll()
		server := http.Server{Addr: given[1], Handler: http.HandlerFunc(serve), ReadTimeout: 10 * time.Second}
		err = server.ListenAndServe()
	case "refund": // Its id is the refund's own, so the same command again gives nothing back twice.
		id := "refund-" + given[1]
		err = cauri("POST", "/v1/payins/"+given[1]+"/refund", object{"id": id}, &payout)
	case "pay": // The id names the debt, such as salary-2027-05-awa: the same command again sends nothing twice.
		id, phone := given[1], given[3]
		amount, _ := strconv.Atoi(given[2])
		sent := object{"amount": amount, "phone": phone, "description": "Boutique: " + id, "method": object{"type": "mobile_money"}}
		err = cauri("PUT", "/v1/payouts/"+id, sent, &payout)
	case "books":
		files, _ := filepath.Glob(fileOf("*", "*"))
		rows := make([]json.RawMessage, len(files))
		for n, file := range files {
			rows[n], _ = os.ReadFile(file)
		}
		text, _ := json.Marshal(rows)
		fmt.Println(string(text))
	default:
		err = errors.New("commands: serve ADDRESS, refund ORDER, pay ID AMOUNT PHONE, books")
	}
	if err != nil {
		log.Fatal(err)
	}
	if payout.Status != "" {
		fmt.Println(payout.Status)
	}
}
