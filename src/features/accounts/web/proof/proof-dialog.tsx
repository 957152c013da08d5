import { startTransition, useEffect, useRef, useState } from "react"
import { useFetcher, useSubmit } from "react-router"
import type { ProofOptions } from "#contract/accounts/account-proof.ts"
import { Dialog } from "#ui/components/dialog.tsx"
import { PROOF_PAGE, type Waiting } from "#ui/forms/proof-asked.ts"
import { useKeptAnswer } from "#ui/live/kept-reply.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { ProofReply } from "./proof.act.ts"
import { proofTexts } from "./proof.texts.ts"
import { PROOF_FORM, ProofFields, useProofReason } from "./proof-fields.tsx"

interface ProofDialogProps {
  waiting: Waiting
  /** Called when the proof was given, the dialog was closed or it couldn't be loaded. */
  onEnd: () => void
}

/** Asks for a proof over the current page, then repeats the request that needed it. */
export function ProofDialog({ waiting, onEnd }: ProofDialogProps) {
  const { data, load } = useFetcher<{ options: ProofOptions }>()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // In a transition, as the router shows what it loaded: not before that.
    void load(PROOF_PAGE).then(() => startTransition(() => setOver(true)))
  }, [load])
  const failed = isOver && !data
  useEffect(() => {
    // Without a connection, which a toast says. The next press asks again.
    if (failed) onEnd()
  }, [failed, onEnd])
  const goOn = useGoOn(waiting, onEnd)
  const isNeeded = data ? !data.options.recent : null
  useEffect(() => {
    if (isNeeded === false) goOn()
  }, [isNeeded, goOn])
  return data && isNeeded ? <Asking options={data.options} onProven={goOn} onClose={onEnd} /> : null
}

/** Returns a function that repeats the waiting request, once. */
function useGoOn(waiting: Waiting, onEnd: () => void): () => void {
  const submit = useSubmit()
  const went = useRef<Waiting | null>(null)
  const latest = useRef(() => {})
  latest.current = () => {
    if (went.current === waiting) return
    went.current = waiting
    onEnd()
    if (waiting.kind === "link") window.location.assign(waiting.href)
    else void submit(waiting.fields, { method: "post", action: waiting.action, preventScrollReset: true })
  }
  return useRef(() => latest.current()).current
}

interface AskingProps {
  options: ProofOptions
  onProven: () => void
  onClose: () => void
}

function Asking({ options, onProven, onClose }: AskingProps) {
  const text = useTexts(proofTexts)
  const reason = useProofReason(options)
  const fetcher = useFetcher<ProofReply>()
  const reply = useKeptAnswer(fetcher.data)
  const isProven = reply?.step === "give" && reply.done
  useEffect(() => {
    if (isProven) onProven()
  }, [isProven, onProven])
  const sending = fetcher.formData?.get("proof_step")
  return (
    <Dialog open onClose={onClose} size="sm" title={text.title} description={reason}>
      <fetcher.Form id={PROOF_FORM} method="post" action={PROOF_PAGE}>
        <ProofFields
          options={options}
          reply={reply}
          sending={typeof sending === "string" ? sending : undefined}
          to={window.location.pathname + window.location.search}
        />
      </fetcher.Form>
    </Dialog>
  )
}
