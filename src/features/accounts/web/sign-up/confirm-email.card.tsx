import Mail from "lucide-react/icons/mail"
import { Form, useLocation } from "react-router"
import { Button } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { mailedTexts } from "./mailed.texts.ts"

/** Reminds a signed-in person that the e-mail is not confirmed, and can send the mail again. */
export function ConfirmEmail({ email }: { email: string }) {
  const text = useTexts(mailedTexts).banner
  const { pathname } = useLocation()
  return (
    <section
      aria-label={text.title}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 sm:px-5"
    >
      <Mail size={20} aria-hidden className="mt-0.5 shrink-0 self-start text-primary-text" />
      <p className="min-w-0 flex-1 basis-60 text-[0.9375rem] break-words">
        <strong className="font-semibold">{text.title}.</strong> {text.text(email)}
      </p>
      <Form method="post" action={`/verify-email?${new URLSearchParams({ to: pathname })}`}>
        <Button type="submit" name="intent" value="send-again" variant="secondary" size="sm">
          {text.sendAgain}
        </Button>
      </Form>
    </section>
  )
}
