import { Form, useNavigation } from "react-router"
import { Button } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { checkoutTexts } from "./checkout.texts.ts"

type NobodyProps = { isStudent: boolean; batchId: string | undefined }

/** Why the viewer can't pay, and for a student under 18 how to have a parent pay. */
export function NobodyToPayFor({ isStudent, batchId }: NobodyProps) {
  const text = useTexts(checkoutTexts)
  const busy = useNavigation().formMethod === "POST"
  if (!isStudent) return <EmptyState illustration="no-requests" title={text.nobody} text={text.nobodyText} />
  return (
    <EmptyState
      illustration="no-requests"
      title={text.guardianPays}
      text={text.guardianHow}
      action={
        <Form method="post">
          {batchId ? <input type="hidden" name="batch_id" value={batchId} /> : null}
          <Button type="submit" name="ask_parent" value="yes" busy={busy} busyLabel={text.askingParent}>
            {text.askParent}
          </Button>
        </Form>
      }
    />
  )
}
