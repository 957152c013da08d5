import { AccessToken } from "livekit-server-sdk"
import { type RoomGrant, toTokenGrant } from "#platform/video/grant.ts"

export type TokenOptions = {
  room: string
  identity: string
  name: string
  grant: RoomGrant
  /** Whole seconds from now, at least 1. The server hands those inside fresh ones, good for 10 minutes. */
  ttlSeconds: number
  metadata?: string
  attributes?: Record<string, string>
  /** Runs the meeting, for an engine that has moderators instead of grants. */
  moderates?: boolean
}

/**
 * A token that lets one participant into one room. Throws RangeError for a lifetime that isn't whole seconds
 * from 1, and for an empty room or identity, which the server would read as any.
 */
export async function mintToken(apiKey: string, apiSecret: string, options: TokenOptions): Promise<string> {
  const { room, identity, name, grant, ttlSeconds, metadata, attributes } = options
  // The SDK takes 0 for its default of six hours.
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < 1) throw new RangeError(`a token for ${ttlSeconds} s`)
  if (room === "" || identity === "") throw new RangeError("a token needs a room and an identity")
  const token = new AccessToken(apiKey, apiSecret, {
    identity,
    name,
    ttl: ttlSeconds,
    ...(metadata === undefined ? {} : { metadata }),
    ...(attributes === undefined ? {} : { attributes }),
  })
  token.addGrant(toTokenGrant(room, grant))
  return token.toJwt()
}
