import type { BeginStep, LongStep } from "#platform/long-step.ts"

export type InstallWay = "path" | "cached" | "release" | "go"

/** Called with the progress while a video server is being found, downloaded or built. */
export type InstallReport = (progress: {
  way: InstallWay
  message: string
  receivedBytes?: number
  totalBytes?: number
  /** How many packages Go has fetched or compiled; the message names the one at hand. */
  packages?: number
}) => void

type Person = { report: (line: string) => void; longStep: BeginStep }

/** Shows a person the progress: each message, and a long step as one line. Call `done` at the end. */
export function showInstall({ report, longStep }: Person): { report: InstallReport; done(): void } {
  let step: LongStep | null = null
  let title = ""

  function done(): void {
    step?.done()
    step = null
  }

  return {
    report({ message, receivedBytes, totalBytes, packages }) {
      if (receivedBytes === undefined && packages === undefined) {
        done()
        title = message
        return report(message)
      }
      const line =
        packages === undefined
          ? `${message}: ${inMegabytes(receivedBytes ?? 0)}${totalBytes ? ` of ${inMegabytes(totalBytes)}` : ""} MB`
          : `${title}: package ${packages}, ${message}`
      step ??= longStep(line)
      step.show(line)
    },
    done,
  }
}

function inMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
