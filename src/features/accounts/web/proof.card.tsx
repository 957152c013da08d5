import { Suspense, useSyncExternalStore } from "react"
import { latePart, ToastMissing } from "#ui/late-part.tsx"
import { askForProof, followProof, waitingForProof } from "#ui/proof-asked.ts"

const ProofDialog = latePart(async () => (await import("./proof-dialog.tsx")).ProofDialog, ToastMissing)

/** Mount once, in the root: asks for a proof whenever something waits for one. Its code comes when it is needed. */
export function ProofAsked() {
  const waiting = useSyncExternalStore(followProof, waitingForProof, () => null)
  if (!waiting) return null
  return (
    <Suspense fallback={null}>
      <ProofDialog waiting={waiting} onEnd={() => askForProof(null)} />
    </Suspense>
  )
}
