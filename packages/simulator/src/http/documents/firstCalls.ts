/** A first call to copy, in the languages of merchants, with the sandbox's own address and keys filled in. */
import { endpoints, requestHeaders } from "@cauri/wire"
import type { Project } from "../../model/Project.ts"
import { exampleRequests } from "./exampleRequests.ts"

/** A first call in one language. */
export interface FirstCall {
  readonly language: string
  readonly code: string
}

const { createDirectInvoice: endpoint } = endpoints

/** The call in every language: a direct payin that a phone of the sandbox confirms. */
export const firstCalls = (url: string, project: Pick<Project, "apiKey" | "apiToken">): ReadonlyArray<FirstCall> => {
  const headers = Object.entries(requestHeaders(endpoint, project))
  const address = `${url}${endpoint.path}`
  const body = JSON.stringify(exampleRequests.createDirectInvoice)
  const quoted = JSON.stringify(body)
  const lines = (write: (name: string, value: string) => string): string =>
    headers.map(([name, value]) => write(name, value)).join("\n")
  return [
    {
      language: "curl",
      code: `curl ${address} \\\n${lines((name, value) => `  -H '${name}: ${value}' \\`)}\n  -d '${body}'`,
    },
    {
      language: "JavaScript",
      code: `const answer = await fetch("${address}", {
  method: "POST",
  headers: {
${lines((name, value) => `    "${name}": "${value}",`)}
  },
  body: ${quoted},
})
console.log(await answer.json())`,
    },
    {
      language: "PHP",
      code: `<?php
$call = curl_init("${address}");
curl_setopt_array($call, [
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => [
${lines((name, value) => `    "${name}: ${value}",`)}
  ],
  CURLOPT_POSTFIELDS => '${body}',
]);
echo curl_exec($call);`,
    },
    {
      language: "Python",
      code: `import urllib.request

call = urllib.request.Request(
    "${address}",
    method="POST",
    headers={
${lines((name, value) => `        "${name}": "${value}",`)}
    },
    data=b'${body}',
)
print(urllib.request.urlopen(call).read().decode())`,
    },
    {
      language: "Dart",
      code: `import 'dart:convert';
import 'dart:io';

void main() async {
  final client = HttpClient();
  final call = await client.postUrl(Uri.parse('${address}'));
${lines((name, value) => `  call.headers.set('${name}', '${value}');`)}
  call.write('${body}');
  final answer = await call.close();
  print(await answer.transform(utf8.decoder).join());
  client.close();
}`,
    },
    {
      language: "Go",
      code: `package main

import (
\t"fmt"
\t"io"
\t"net/http"
\t"strings"
)

func main() {
\tbody := strings.NewReader(\`${body}\`)
\tcall, err := http.NewRequest("POST", "${address}", body)
\tif err != nil {
\t\tpanic(err)
\t}
${lines((name, value) => `\tcall.Header.Set("${name}", "${value}")`)}
\tanswer, err := http.DefaultClient.Do(call)
\tif err != nil {
\t\tpanic(err)
\t}
\tdefer answer.Body.Close()
\ttext, _ := io.ReadAll(answer.Body)
\tfmt.Println(string(text))
}`,
    },
  ]
}
