import { useState } from "react"
import type { GateChild } from "#contract/attendance/check-ins.ts"
import { browserApi, codeOf, errorDataOf } from "#ui/client.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { gateTexts } from "./gate.texts.ts"

/** A value of the API as it arrives in a browser, where instants are ISO strings. */
export type Jsonified<T> = T extends Date
  ? string
  : T extends object
    ? { [Key in keyof T]: Jsonified<T[Key]> }
    : T

export type ShownAtGate = { code: string; guardian: string | null; children: Jsonified<GateChild>[] }

type Seat = { student_id: string; class_id: string }
type To = { guardian_id: string } | { collector_id: string } | { name: string }

/** What is shown at the gate, and what staff do about it. `onChange` follows each check-in and sign-out. */
export function useGate(onChange: () => void) {
  const text = useTexts(gateTexts)
  const [typed, type] = useState("")
  const [busy, setBusy] = useState(false)
  // Without a seat it is about the code.
  const [problem, setProblem] = useState<{ text: string; seat?: Seat } | null>(null)
  const [shown, setShown] = useState<ShownAtGate | null>(null)

  /** Runs one call at a time, and says why it failed. Returns whether it succeeded. */
  async function run(work: () => Promise<void>, seat?: Seat): Promise<boolean> {
    setBusy(true)
    setProblem(null)
    try {
      await work()
      return true
    } catch (error) {
      setProblem({ text: explain(error), ...(seat && { seat }) })
      return false
    } finally {
      setBusy(false)
    }
  }
  function explain(error: unknown): string {
    if (errorDataOf(error, "FIELD_ERRORS")) return text.wrongCode
    const code = codeOf(error)
    if (code === "TOO_MANY_REQUESTS") return text.tooMany
    if (code === "NOT_OPEN") return text.notOpen
    if (code === "NOT_FOUND") return text.notYours
    return code === null ? text.unreached : text.failed
  }
  function replace(child: Jsonified<GateChild>) {
    setShown(
      (before) =>
        before && {
          ...before,
          children: before.children.map((one) => (one.student_id === child.student_id ? child : one)),
        },
    )
    onChange()
  }
  return {
    ...{ typed, type, busy, shown },
    codeProblem: problem && !problem.seat ? problem.text : null,
    /** Why the last press for a child's class failed. */
    problemAt: ({ student_id, class_id }: Seat) =>
      problem?.seat?.student_id === student_id && problem.seat.class_id === class_id ? problem.text : null,
    show: (code: string) =>
      run(async () => {
        if (code.trim() === "") return setProblem({ text: text.noCode })
        setShown(null)
        const found = await browserApi().attendance.readGate({ code })
        setShown({ code, ...found })
        type("")
      }),
    checkIn: (of: Seat & { code: string }) =>
      run(async () => replace(await browserApi().attendance.checkInAtGate(of)), of),
    signOut: (of: Seat & { to: To }) =>
      run(async () => replace(await browserApi().attendance.signOut(of)), of),
  }
}
