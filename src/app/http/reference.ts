import type { OpenAPI } from "@orpc/contract"

type Schema = {
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  anyOf?: Schema[]
  const?: unknown
  default?: unknown
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (special) => `&#${special.charCodeAt(0)};`)
}

/** Returns a schema in one line, such as `{ title: string, grade?: string }[]`. */
function describe(schema: Schema | undefined, depth = 0): string {
  if (!schema) return "nothing"
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (schema.anyOf) return schema.anyOf.map((option) => describe(option, depth)).join(" | ")
  if (schema.type === "array") return `${describe(schema.items, depth)}[]`
  if (!schema.properties)
    return schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? "anything")
  const pad = "  ".repeat(depth + 1)
  const lines = Object.entries(schema.properties).map(
    ([name, property]) =>
      `${pad}${name}${schema.required?.includes(name) ? "" : "?"}: ${describe(property, depth + 1)}`,
  )
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`
}

function bodySchema(content: unknown): Schema | undefined {
  const media = (content as { content?: Record<string, { schema?: Schema }> } | undefined)?.content
  return Object.values(media ?? {})[0]?.schema
}

function describeOperation(method: string, path: string, operation: OpenAPI.OperationObject): string {
  const parameters = (operation.parameters ?? []) as OpenAPI.ParameterObject[]
  const answers = Object.entries(operation.responses ?? {}).map(
    ([status, answer]) => `<dt>${status}</dt><dd><pre>${escapeHtml(describe(bodySchema(answer)))}</pre></dd>`,
  )
  const asked = parameters.map(
    (parameter) =>
      `<dt>${escapeHtml(parameter.name)} <small>${parameter.in}</small></dt><dd><pre>${escapeHtml(describe(parameter.schema as Schema))}</pre></dd>`,
  )
  const body = bodySchema(operation.requestBody)
  return `<details id="${escapeHtml(operation.operationId ?? path)}">
<summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? "")}</summary>
${asked.length > 0 ? `<h3>Parameters</h3><dl>${asked.join("")}</dl>` : ""}
${body ? `<h3>Body</h3><pre>${escapeHtml(describe(body))}</pre>` : ""}
<h3>Answers</h3><dl>${answers.join("")}</dl>
</details>`
}

/** The API's reference as one page without scripts, from its OpenAPI document. */
export function renderReference(document: OpenAPI.Document): string {
  const byFeature = new Map<string, string[]>()
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item?.[method]
      if (!operation) continue
      const feature = operation.operationId?.split(".")[0] ?? "other"
      byFeature.set(feature, [...(byFeature.get(feature) ?? []), describeOperation(method, path, operation)])
    }
  }
  const sections = [...byFeature].map(
    ([feature, operations]) => `<section><h2>${feature}</h2>${operations.join("\n")}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)} API</title><link rel="stylesheet" href="/images/reference.css"></head>
<body><main><h1>${escapeHtml(document.info.title)} API</h1>
<p>Every path is below <code>/api/v1</code>. The machine-readable form is <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI ${escapeHtml(document.openapi)}).
Sign in with <code>POST /session</code>; the answer's cookie carries the session.</p>
${sections.join("\n")}</main></body></html>`
}
