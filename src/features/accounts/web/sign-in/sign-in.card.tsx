import { useNavigate, useSearchParams } from "react-router"
import { Dialog } from "#ui/components/dialog.tsx"
import { chosenTab, TabLinks } from "#ui/components/tabs.tsx"
import { type Poster, usePagePoster } from "#ui/forms/poster.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pagesTexts } from "../account-pages.texts.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { ParentsWay } from "../form-pieces.tsx"
import { StudentSignUpForm } from "../sign-up/student-sign-up-form.tsx"
import { SignInForm } from "./sign-in-form.tsx"

/** The search parameter that holds the chosen tab. */
const TAB = "auth"

type SignInDialogProps = {
  /** What the visitor wanted: to join classes, or to enroll in them. */
  purpose: "join" | "enrol"
  /** Where to go after signing in. */
  to: string
  /** Where to go when the dialog is closed. */
  back: string
  google: boolean
  /** Whether signing in finishes what the visitor pressed. */
  finishes: boolean
  /** What the page's action replied to one of the forms. */
  reply: Poster["reply"]
}

/**
 * Signs in or up in a dialog, then continues with what the visitor wanted. Its forms are posted to the page that shows
 * it, whose action hands them to `serveSignInDialog`, so that a refused one comes back in the dialog.
 */
export function SignInDialog({ purpose, to, back, google, finishes, reply }: SignInDialogProps) {
  const text = useTexts(pagesTexts).dialog
  const { signUp: signUpLabel } = useTexts(accountsTexts)
  const tabs = [
    { value: "login", label: text.login },
    { value: "signup", label: signUpLabel },
  ]
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const signingUp = chosenTab(params, tabs, TAB) === "signup"
  const search = new URLSearchParams(params)
  search.set("from", "dialog")
  search.set("to", to)
  const poster: Poster = { ...usePagePoster(reply), action: `?${search}` }
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
          <StudentSignUpForm poster={poster} variant="dialog" />
        ) : (
          <SignInForm poster={poster} google={google} to={to} brief />
        )}
        <p className="text-center text-sm text-ink-muted">
          <span className="block">{finishes ? text.finishes : text.comeBack}</span>
          <ParentsWay to={to} />
        </p>
      </div>
    </Dialog>
  )
}
