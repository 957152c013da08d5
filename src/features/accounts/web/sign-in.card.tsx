import { useNavigate, useSearchParams } from "react-router"
import { Dialog } from "#ui/dialog.tsx"
import { chosenTab, TabLinks } from "#ui/tabs.tsx"
import { pagesText } from "./account-pages.text.ts"
import { accountsText } from "./accounts.text.ts"
import { usePlacePoster } from "./form-pieces.tsx"
import { SignInForm } from "./sign-in-form.tsx"
import { StudentSignUpForm } from "./student-sign-up-form.tsx"

const text = pagesText.dialog
/** The search parameter that holds the chosen tab. */
const TAB = "auth"
const tabs = [
  { value: "login", label: text.login },
  { value: "signup", label: accountsText.signUp },
]

type SignInDialogProps = {
  /** What the visitor wanted: to join classes, or to enroll in them. */
  purpose: "join" | "enrol"
  /** Where that goes on after signing in. */
  to: string
  /** Where the visitor stays otherwise. */
  back: string
  google: boolean
}

/**
 * Signs in or up in place, in the middle of what a visitor wanted, and goes on with it. Without scripts its forms
 * lead to the sign-in page, and from there on as well.
 */
export function SignInDialog({ purpose, to, back, google }: SignInDialogProps) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const signingUp = chosenTab(params, tabs, TAB) === "signup"
  const search = new URLSearchParams({ from: "dialog", to })
  const signIn = usePlacePoster(`/auth?${search}`)
  const signUp = usePlacePoster(`/auth?tab=signup&${search}`)
  return (
    <Dialog
      open
      size="sm"
      onClose={() => navigate(back, { replace: true, preventScrollReset: true })}
      title={text.title}
      description={text.wanted[purpose]}
    >
      <div className="grid gap-5">
        <TabLinks label={text.tabs} tabs={tabs} param={TAB} />
        {signingUp ? (
          <StudentSignUpForm poster={signUp} variant="dialog" />
        ) : (
          <SignInForm poster={signIn} google={google} to={to} brief />
        )}
        <p className="text-center text-sm text-ink-muted">{text.comeBack}</p>
      </div>
    </Dialog>
  )
}
