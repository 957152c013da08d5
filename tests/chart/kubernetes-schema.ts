import { readFile } from "node:fs/promises"
import { Ajv } from "ajv"

/** Something that a cluster is asked to have. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  [field: string]: unknown
}

type Definition = {
  properties?: Record<string, unknown>
  additionalProperties?: unknown
  "x-kubernetes-group-version-kind"?: { group: string; version: string; kind: string }[]
}

/** A number or a text. The document describes both as texts. */
const EITHER = { anyOf: [{ type: "integer" }, { type: "string" }] }

/**
 * Returns what finds the faults of a manifest by the OpenAPI document of Kubernetes: also fields that nobody knows, which
 * a cluster would only warn of.
 */
export async function openKubernetesSchema(path: string): Promise<(manifest: Manifest) => string[]> {
  const { definitions } = JSON.parse(await readFile(path, "utf8")) as {
    definitions: Record<string, Definition>
  }
  definitions["io.k8s.apimachinery.pkg.util.intstr.IntOrString"] = EITHER as Definition
  definitions["io.k8s.apimachinery.pkg.api.resource.Quantity"] = EITHER as Definition
  const names = new Map<string, string>()
  for (const [name, definition] of Object.entries(definitions)) {
    if (definition.properties) definition.additionalProperties ??= false
    for (const { group, version, kind } of definition["x-kubernetes-group-version-kind"] ?? [])
      names.set(`${group ? `${group}/` : ""}${version} ${kind}`, name)
  }
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: "kubernetes", definitions })
  return (manifest) => {
    const name = names.get(`${manifest.apiVersion} ${manifest.kind}`)
    if (!name) return [`Kubernetes has no ${manifest.kind} of ${manifest.apiVersion}`]
    const isValid = ajv.getSchema(`kubernetes#/definitions/${name}`)
    if (isValid?.(manifest)) return []
    return (isValid?.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${manifest.kind} ${manifest.metadata.name}${instancePath}: ${message} ${JSON.stringify(params)}`,
    )
  }
}
