"""Runs the checks of scim2-tester against a running service, and records its requests and the responses.

    python3 -m venv .state/conformance
    .state/conformance/bin/pip install scim2-tester==0.5.2 'scim2-client[httpx2]==0.13.2'
    .state/conformance/bin/python test/features/scim/conformance.py http://127.0.0.1:3000/scim/v2 <token> test/features/scim/conformance-recording.jsonl

The token is that of a service with the scope scim, of a tenant without people. The recording is for conformance.long.test.ts.
"""

import collections
import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

base, token, recording = sys.argv[1:4]
exchanges = []


def record(response):
    response.read()
    request = response.request
    exchanges.append(
        {
            "method": request.method,
            "path": str(request.url).removeprefix(base),
            "body": json.loads(request.content) if request.content else None,
            "status": response.status_code,
            "answer": json.loads(response.content) if response.content else None,
        }
    )


client = Client(
    base_url=base,
    headers={"Authorization": f"Bearer {token}"},
    event_hooks={"response": [record]},
    timeout=30,
)
results = check_server(SyncSCIMClient(client))
counts = collections.Counter(result.status.name for result in results)
for result in results:
    if result.status.name != "SUCCESS":
        print(result.status.name, result.resource_type, result.title, result.reason)
print(len(results), "checks:", dict(counts))
if set(counts) == {"SUCCESS"}:
    with open(recording, "w") as file:
        file.write("".join(json.dumps(one) + "\n" for one in exchanges).replace(base, "{base}"))
sys.exit(set(counts) != {"SUCCESS"})
