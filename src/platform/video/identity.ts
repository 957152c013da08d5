/** The person behind a participant, who may be in a room with several devices. */
export type VideoIdentity = { personId: string; deviceId: string }

// The video server refuses longer ones (limit.max_participant_identity_length).
const LONGEST_IDENTITY = 256
const PART = /^[A-Za-z0-9_.-]+$/

/**
 * Returns the name of a participant, `{personId}:{deviceId}`. The device is part of the name because a second
 * join with the same identity ends the first one. Throws RangeError when a part contains anything but
 * letters, digits, `_`, `.` and `-`, or when the whole is longer than 256 characters.
 */
export function formatIdentity(personId: string, deviceId: string): string {
  if (!PART.test(personId)) throw new RangeError(`not usable as a person id in a room: "${personId}"`)
  if (!PART.test(deviceId)) throw new RangeError(`not usable as a device id in a room: "${deviceId}"`)
  const identity = `${personId}:${deviceId}`
  if (identity.length > LONGEST_IDENTITY)
    throw new RangeError(`a room identity of ${identity.length} characters`)
  return identity
}

/** Reads an identity back; null for one that `formatIdentity` can't have made. */
export function parseIdentity(identity: string): VideoIdentity | null {
  const [personId, deviceId, ...rest] = identity.split(":")
  if (personId === undefined || deviceId === undefined || rest.length > 0) return null
  if (!PART.test(personId) || !PART.test(deviceId) || identity.length > LONGEST_IDENTITY) return null
  return { personId, deviceId }
}
