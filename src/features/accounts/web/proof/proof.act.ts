import { data, redirect } from "react-router"
import { z } from "zod"
import { Proof } from "#contract/accounts/account-proof.ts"
import { type ActionReply, safePath, serveButton, serveForm } from "#ui/api.ts"
import type { Args } from "#ui/form-request.ts"
import { isFile } from "#ui/forms/proof-asked.ts"

const OWN = "proof_"

const { password, code, app_code } = Proof.shape
const GivenProof = z.object({ proof_password: password, proof_code: code, proof_app_code: app_code })

/** The response to a form that asks for a proof. */
export type ProofReply = ActionReply & {
  /** Which button was pressed; "none" when another page's form was forwarded here. */
  step: "none" | "send" | "give"
  /** The fields of the other page's form, to be sent once the proof is given. */
  carried: [string, string][]
}

/**
 * Serves the form that asks for a proof. The dialog only posts the proof. Without scripts another page's form
 * is forwarded here (`toProofPage`): its fields are kept through every step, and sent by the last step's
 * button.
 */
export async function serveProof(args: Args): Promise<Response | ReturnType<typeof data<ProofReply>>> {
  const form = await args.request.clone().formData()
  const step = stepOf(form.get("proof_step"))
  const carried = [...form].flatMap(([name, value]): [string, string][] =>
    name.startsWith(OWN) || typeof value !== "string" ? [] : [[name, value]],
  )
  const reply = await serve(args, step)
  if (reply instanceof Response) return reply
  const to = new URL(args.request.url).searchParams.get("to")
  // If there is no form to send, go on at once.
  if (step === "give" && reply.data.done && to && carried.length === 0 && !isFile(to))
    return redirect(safePath(to, "/account"))
  return data({ ...reply.data, step, carried }, reply.init ?? {})
}

function stepOf(typed: FormDataEntryValue | null): ProofReply["step"] {
  return typed === "send" || typed === "give" ? typed : "none"
}

async function serve(args: Args, step: ProofReply["step"]) {
  if (step === "none") return data<ActionReply>({ form: null, toast: null, code: null, done: false }, 200)
  if (step === "send") {
    return serveButton(args, async ({ api }) => {
      await api.account.sendProofCode()
      return { tone: "success", title: "" }
    })
  }
  return serveForm(args, GivenProof, async (given, { api }) => {
    await api.account.giveProof({
      ...(given.proof_password && { password: given.proof_password }),
      ...(given.proof_code && { code: given.proof_code }),
      ...(given.proof_app_code && { app_code: given.proof_app_code }),
    })
    return { tone: "success", title: "" }
  })
}
