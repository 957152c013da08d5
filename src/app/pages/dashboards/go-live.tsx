import { Form, useNavigation } from "react-router"
import { Button } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { nextClassTexts } from "./next-class.texts.ts"

/** Starts a class and opens its room. */
export function GoLive({ classId, size }: { classId: string; size: "sm" | "lg" }) {
  const text = useTexts(nextClassTexts)
  const busy = useNavigation().formData?.get("class_id") === classId
  return (
    <Form method="post">
      <input type="hidden" name="class_id" value={classId} />
      <Button
        type="submit"
        name="intent"
        value="start"
        size={size}
        // In a list it stands beside the next class's own.
        variant={size === "sm" ? "secondary" : "primary"}
        busy={busy}
      >
        {text.goLive}
      </Button>
    </Form>
  )
}
