import { Suspense, useSyncExternalStore } from "react"
import { askForProof, followProof, waitingForProof } from "#ui/forms/proof-asked.ts"
import { latePart, ToastMissing } from "#ui/late-part.tsx"

const ProofDialog = latePart(async () => (await import("./proof-dialog.tsx")).ProofDialog, ToastMissing)

/**
 * Mount once, in the root: asks for a proof whenever a request needs one. Its code is loaded when it is
 * needed.
 */
export function ProofAsked() {
  const waiting = useSyncExternalStore(followProof, waitingForProof, () => null)
  if (!waiting) return null
  return (
    <Suspense fallback={null}>
      <ProofDialog waiting={waiting} onEnd={() => askForProof(null)} />
    </Suspense>
  )
}
