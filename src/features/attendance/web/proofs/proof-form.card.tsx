import type { MedicalProof } from "#contract/attendance/medical-proofs.ts"
import { Button } from "#ui/components/button.tsx"
import { Field } from "#ui/forms/field.tsx"
import { FileInput } from "#ui/forms/file-input.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { proofTexts } from "./proof.texts.ts"

/** What a form of `ProofForm` posts besides the file and the fields that its page adds. */
export const PROOF_INTENT = "proof"
const ACCEPTED = "image/jpeg,image/png,image/webp,application/pdf"

interface ProofFormProps {
  /** Which absence: hidden fields of the page that shows the form. */
  fields: Record<string, string>
  /** What was sent for it before. */
  proof: MedicalProof | null
  /** What was wrong with the file, so that the form opens with it. */
  error?: string | undefined
}

/**
 * Sends a file that proves an illness, also from pages without scripts. Folded until it is wanted.
 */
export function ProofForm({ fields, proof, error }: ProofFormProps) {
  const text = useTexts(proofTexts)
  const id = `proof-${Object.values(fields).join("-")}`
  return (
    <details open={error !== undefined} className="w-full" data-proof>
      <summary className="min-h-11 w-fit cursor-pointer py-2.5 font-semibold text-primary-text">
        {proof ? text.again : text.ask}
      </summary>
      <form method="post" encType="multipart/form-data" className="grid gap-4 pt-2">
        <input type="hidden" name="intent" value={PROOF_INTENT} />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {proof ? null : <p className="text-sm">{text.askText}</p>}
        <Field label={text.file} id={id} hint={text.hint} errors={error}>
          <FileInput accept={ACCEPTED} required />
        </Field>
        <Button type="submit" className="w-full sm:w-fit">
          {text.send}
        </Button>
      </form>
    </details>
  )
}
