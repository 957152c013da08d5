/** Average level, 0 to 100, from which the instructor's browser reports a student's voice. */
export const REPORT_FROM_LEVEL = 50
/**
 * Full scale is level 100 and this many dB below it is level 0, so that speech close by reaches the upper
 * half.
 */
const RANGE_DB = 60

/**
 * Returns the average level, 0 to 100, of stretches of sound: their mean power in dB below full scale, on a
 * linear scale over 60 dB. Level 50 is 30 dB below full scale, ordinary speech into a headset or phone.
 */
export function averageLevel(stretches: readonly Float32Array[]): number {
  let power = 0
  let count = 0
  for (const samples of stretches) {
    for (const sample of samples) power += sample * sample
    count += samples.length
  }
  if (count === 0 || power === 0) return 0
  const db = 10 * Math.log10(power / count)
  return Math.round(Math.max(0, Math.min(100, ((db + RANGE_DB) / RANGE_DB) * 100)))
}
