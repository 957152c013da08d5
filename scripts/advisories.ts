type Report = {
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string }>
}

/** The packages with a high or critical advisory, by what `npm audit --json` says; null when it says nothing. */
export function seriousAdvisories(answer: string): string[] | null {
  const report = readReport(answer)
  if (!report.metadata?.vulnerabilities) return null
  return Object.entries(report.vulnerabilities ?? {})
    .filter(([, { severity }]) => severity === "high" || severity === "critical")
    .map(([name, { severity }]) => `${name}: an advisory of severity ${severity}`)
}

function readReport(answer: string): Report {
  try {
    return JSON.parse(answer) as Report
  } catch {
    // No response, or an unreadable one.
    return {}
  }
}
