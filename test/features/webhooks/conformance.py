"""Verifies the events of a running service with the Python library of Standard Webhooks, and records them.

    python3 -m venv .state/conformance
    .state/conformance/bin/pip install standardwebhooks==1.1.0
    npm run -s checkin -- webhook add http://127.0.0.1:9099 --tenant <slug>
    .state/conformance/bin/python test/features/webhooks/conformance.py 9099 <secret> 3 test/features/webhooks/conformance-recording.json

Then make changes: it ends after so many events, and fails if one of them is not valid. The recording is for conformance.test.ts; it holds
the secret, so the webhook must not be used for anything else.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

port, secret, count, recording = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
deliveries = []
refused = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        headers = {name: value for name, value in self.headers.items() if name.startswith("webhook-")}
        try:
            event = Webhook(secret).verify(body, headers)
            print("valid", event["type"])
            deliveries.append({"headers": headers, "body": body})
            self.send_response(204)
        except WebhookVerificationError as error:
            print("not valid:", error)
            refused.append(body)
            self.send_response(401)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", port), Receiver)
while len(deliveries) + len(refused) < count:
    server.handle_request()
if not refused:
    with open(recording, "w") as file:
        json.dump({"secret": secret, "deliveries": deliveries}, file, indent=2)
        file.write("\n")
sys.exit(bool(refused))
