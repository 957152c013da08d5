/**
 * The push services of Chrome and its kin, Firefox, Safari and Edge. A browser says which one is its own, so
 * without this list anybody could have our server call any address.
 */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^([a-z\d-]+\.)?push\.services\.mozilla\.com$/,
  /^([a-z\d-]+\.)?push\.apple\.com$/,
  /^([a-z\d-]+\.)*notify\.windows\.com$/,
]

/**
 * Whether an address is one of a known push service, over TLS on its usual port and without a password.
 * `extra` is the origin of one more service, such as one of an institution's own.
 */
export function isPushService(endpoint: string, extra?: string): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (extra && url.origin === new URL(extra).origin) return true
  return url.protocol === "https:" && url.port === "" && SERVICES.some((host) => host.test(url.hostname))
}
