type Option = { value: string; label: string }
type Instructor = { user_id: string; name: string }

/**
 * Instructors to choose from in a form, with the present one among them: somebody who no longer teaches is marked and
 * stays chosen, so that saving the form for another reason hands nothing over.
 */
export function instructorOptions(instructors: readonly Instructor[], present: Instructor | null): Option[] {
  const options = instructors.map(({ user_id, name }) => ({ value: user_id, label: name }))
  if (!present?.user_id || options.some(({ value }) => value === present.user_id)) return options
  return [...options, { value: present.user_id, label: `${present.name} (no longer teaches)` }]
}
