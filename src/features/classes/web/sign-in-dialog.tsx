import { useNavigate } from "react-router"
import { ButtonLink } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { signInPath } from "./class-links.ts"

type SignInDialogProps = {
  /** What the visitor wanted: to join classes, or to enroll in them. */
  purpose: "join" | "enrol"
  /** Where that goes on after signing in. */
  to: string
  /** Where the visitor stays otherwise. */
  back: string
}

const WANTED = {
  join: "Please log in to join classes",
  enrol: "Please log in to enroll in classes",
}

/** Asks a visitor to sign in, in the middle of what they wanted, and brings them back to it. */
export function SignInDialog({ purpose, to, back }: SignInDialogProps) {
  const navigate = useNavigate()
  return (
    <Dialog
      open
      size="sm"
      onClose={() => navigate(back, { replace: true, preventScrollReset: true })}
      title="Authentication Required"
      description={WANTED[purpose]}
      footer={
        <>
          <ButtonLink to={signInPath(to, "signup")} variant="secondary">
            Sign Up
          </ButtonLink>
          <ButtonLink to={signInPath(to)}>Login</ButtonLink>
        </>
      }
    >
      <p className="text-ink-muted">You come back to this class afterwards.</p>
    </Dialog>
  )
}
