import { documentTexts } from "#ui/messages/page-texts.ts"
import type { DeviceProblem } from "../media/device-problem.ts"
import { deviceProblemText } from "./device-problems.text.ts"

const texts = await documentTexts(deviceProblemText, {
  hi: async () => (await import("./device-problems.text.hi.ts")).deviceProblemTextHi,
})

/** Returns where this browser has the permissions of a page. */
export function howToAllow(userAgent: string): string {
  const { ways } = texts
  if (/iPhone|iPad/.test(userAgent)) return ways.iphone
  if (/Android/.test(userAgent)) return ways.android
  if (/Firefox/.test(userAgent)) return ways.firefox
  if (/Macintosh/.test(userAgent) && /Safari/.test(userAgent) && !/Chrome/.test(userAgent)) return ways.safari
  return ways.other
}

/**
 * Returns what is wrong with the devices and what to do; of two different problems the microphone's, which
 * matters more.
 */
export function explainProblems(
  found: { microphone?: DeviceProblem; camera?: DeviceProblem },
  { userAgent, voiceCounts }: { userAgent: string; voiceCounts: boolean },
): { title: string; text: string } | null {
  const { microphone, camera } = found
  const problem = microphone ?? camera
  if (!problem) return null
  const of = microphone ? (microphone === camera ? "both" : "microphone") : "camera"
  const { title, text } = texts.problems[of][problem]
  if (problem !== "denied") return { title, text }
  return { title: microphone && voiceCounts ? texts.voice : title, text: `${text} ${howToAllow(userAgent)}` }
}
