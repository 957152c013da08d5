import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { LOOKED_AT, type Package, readPackages } from "./licences.ts"

/**
 * Prints the list of all parts that run, as CycloneDX 1.5, by the lock file: `npm sbom` leaves out what tools need,
 * too, and gives up where a tool's own parts disagree.
 */

function licencesOf({ name, licence }: Package): object[] {
  if (!licence) return [{ license: { name: LOOKED_AT[name] ?? "not named" } }]
  return [/ (OR|AND) /i.test(licence) ? { expression: licence } : { license: { id: licence } }]
}

function hashesOf({ integrity = "" }: Package): object[] {
  return integrity.split(" ").flatMap((sum) => {
    const [, kind, base64 = ""] = /^sha(\d+)-(.+)$/.exec(sum) ?? []
    if (!kind) return []
    return [
      { alg: kind === "1" ? "SHA-1" : `SHA-${kind}`, content: Buffer.from(base64, "base64").toString("hex") },
    ]
  })
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`
}

const own = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, string>
const { name = "", version = "", description, license } = own
const parts = new Map(
  readPackages()
    .filter(({ dev }) => !dev)
    // One version in several folders is one part.
    .map((part) => [purlOf(part.name, part.version), part]),
)

const list = {
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: {
    timestamp: new Date().toISOString(),
    component: {
      type: "application",
      "bom-ref": purlOf(name, version),
      ...{ name, version, description },
      licenses: [{ license: { id: license } }],
      purl: purlOf(name, version),
    },
  },
  components: [...parts].map(([purl, part]) => ({
    type: "library",
    "bom-ref": purl,
    name: part.name,
    version: part.version,
    scope: part.optional ? "optional" : "required",
    hashes: hashesOf(part),
    licenses: licencesOf(part),
    purl,
  })),
}
console.log(JSON.stringify(list, null, 2))
