import { X509Certificate } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { networkInterfaces } from "node:os"
import { join } from "node:path"
import { generate } from "selfsigned"
import { DAY } from "#shared/time.ts"

/** Phones refuse certificates that are good for longer than 825 days. */
const GOOD_FOR_DAYS = 397
const RENEW_BEFORE_DAYS = 30

export type LanCertificate = { key: string; cert: string }

/** This machine is in no network that other devices could share. */
export class NoNetwork extends Error {
  override name = "NoNetwork"
}

/** The address of this machine in the local network, IPv4 and private where there are several. Throws NoNetwork. */
export function lanAddress(interfaces = networkInterfaces()): string {
  const addresses = Object.entries(interfaces)
    // Bridges of containers and virtual machines lead to no phone.
    .filter(([name]) => !/^(docker|br-|veth|virbr|vmnet|vboxnet)/.test(name))
    .flatMap(([, found]) => found ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address)
  const inside = addresses.find((address) => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address))
  const address = inside ?? addresses[0]
  if (address) return address
  throw new NoNetwork(
    "This machine is in no network: connect it to the one that the phones are in, and start again.",
  )
}

/**
 * Returns the certificate kept for an address, or a new one if there is none, it is for another address, or
 * it expires.
 */
export async function lanCertificate(
  dataFolder: string,
  address: string,
  now = new Date(),
): Promise<LanCertificate> {
  const path = join(dataFolder, "lan.json")
  const kept = readKept(path)
  if (kept) {
    const { subjectAltName = "", validTo } = new X509Certificate(kept.cert)
    const renewAt = new Date(validTo).getTime() - RENEW_BEFORE_DAYS * DAY
    if (subjectAltName.includes(`IP Address:${address}`) && renewAt > now.getTime()) return kept
  }
  const made = await generate([{ name: "commonName", value: `Kaksha at ${address}` }], {
    keySize: 2048,
    algorithm: "sha256",
    notBeforeDate: new Date(now.getTime() - DAY),
    notAfterDate: new Date(now.getTime() + GOOD_FOR_DAYS * DAY),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, keyEncipherment: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 7, ip: address },
          { type: 7, ip: "127.0.0.1" },
          { type: 2, value: "localhost" },
        ],
      },
    ],
  })
  const certificate = { key: made.private, cert: made.cert }
  writeFileSync(path, JSON.stringify(certificate), { mode: 0o600 })
  return certificate
}

function readKept(path: string): LanCertificate | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as LanCertificate
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}
