import { isUnreached, someCause } from "./causes.ts"
import { isDatabaseAway, isDatabaseDiskFailing, isDatabaseFull } from "./database/database-link.ts"
import { GatewayUnanswered } from "./money/port.ts"
import { StorageFull, StoreAway } from "./storage/port.ts"
import { VideoUnavailable } from "./video/errors.ts"

/** Errors that any procedure and page may return when a service this product needs is away or full. */
export type Outage = "SERVICE_UNAVAILABLE" | "STORAGE_FULL"

export const OUTAGE_STATUS = { SERVICE_UNAVAILABLE: 503, STORAGE_FULL: 507 } as const

export const OUTAGE_MESSAGES = {
  SERVICE_UNAVAILABLE: "We're having a problem on our side. Try again in a minute",
  STORAGE_FULL: "The disk is full",
} as const satisfies Record<Outage, string>

/** How soon it is worth trying again, in seconds. */
export const TRY_AGAIN_SECONDS = 10

/** Returns the outage that an error means, or null for other errors. */
export function outageOf(error: unknown): Outage | null {
  if (isDatabaseFull(error) || someCause(error, isFull)) return "STORAGE_FULL"
  if (isDatabaseAway(error) || isDatabaseDiskFailing(error)) return "SERVICE_UNAVAILABLE"
  if (isUnreached(error) || someCause(error, isAway)) return "SERVICE_UNAVAILABLE"
  return null
}

function isFull(error: Error): boolean {
  return error instanceof StorageFull || /^(ENOSPC|EDQUOT)$/.test((error as { code?: string }).code ?? "")
}

function isAway(error: Error): boolean {
  const isService =
    error instanceof StoreAway || error instanceof VideoUnavailable || error instanceof GatewayUnanswered
  return isService || isOutageCode(error)
}

/** Whether a procedure in this process already turned it into an outage's code. */
function isOutageCode(error: Error): boolean {
  return (error as { code?: string }).code === "SERVICE_UNAVAILABLE"
}
