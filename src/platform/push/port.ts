import type { DeliveryAnswer } from "#platform/jobs/delivery.ts"

/** A browser that asked for messages, as it described itself (W3C Push API). */
export type PushDevice = {
  /** The address at the browser's push service that reaches this browser alone. */
  endpoint: string
  /** Its public key, an uncompressed point on P-256 in base64url. */
  p256dh: string
  /** Its 16 secret bytes, in base64url. */
  auth: string
}

/** Our key pair, by which push services know us (RFC 8292), in base64url. */
export type PushKey = { public_key: string; private_key: string }

export type PushMessage = {
  device: PushDevice
  key: PushKey
  /** Who runs this site, for the push service's operators: `mailto:` or `https:`. */
  contact: string
  /** Only the browser can read it. */
  payload: string
  /** For how long the push service keeps it for a device that is off. */
  ttlSeconds: number
  /** Ours; a message with the same reference replaces the one that still waits. */
  reference: string
}

export type PushPort = {
  name: string
  /** Whether this is an address of a push service that we send to. */
  accepts(endpoint: string): boolean
  /** Hands one message over. Throws DeliveryUnanswered when it can't be known whether it was taken. */
  send(message: PushMessage): Promise<DeliveryAnswer>
}
