import type { Poster } from "./form-pieces.tsx"
import { InstructorSignUpForm } from "./instructor-sign-up-form.tsx"
import { RoleChoice, useChosenRole } from "./role-choice.tsx"
import { StudentSignUpForm } from "./student-sign-up-form.tsx"

/** Who one is, and the form for that. */
export function SignUpPortal({ poster }: { poster: Poster }) {
  const role = useChosenRole()
  return (
    <>
      <RoleChoice />
      {role === "teacher" ? (
        <InstructorSignUpForm poster={poster} />
      ) : (
        <StudentSignUpForm poster={poster} variant="portal" />
      )}
    </>
  )
}
