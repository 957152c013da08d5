/**
 * What fails, for whom, at which address, by which table, and what the person is told. What is posted is written as
 * in an address, with ids of the world in braces; a page without it is loaded. Then what of the page is still shown.
 */
const TABLE = `
student    | /live-classes | class_enrollments | intent=enrol&class_id={open} | Live Classes | Failed to enroll in class
student    | /live-classes | demo_class_requests | intent=request-demo&class_id={demo} | Live Classes | Failed to send the request
student    | /live-classes | class_waitlist | intent=join-line&class_id={full} | Live Classes | Failed to join the waitlist
student    | /live-classes | class_waitlist | intent=leave-line&class_id={waited} | Live Classes | Failed to leave the line
student    | /live-classes | class_enrollments | intent=leave&class_id={mine} | Live Classes | Failed to leave class
student    | /live-classes | demo_class_requests | intent=accept-offer&request_id={offer}&class_id={offered} | Live Classes | Failed to choose this time
instructor | /live-classes | deleted_classes | intent=delete&class_id={open} | Live Classes | Failed to delete class
instructor | /live-classes | scheduled_classes | intent=restore-class&class_id={binned} | Live Classes | Failed to bring the class back
instructor | /live-classes | scheduled_classes | intent=start&class_id={soon} | Live Classes | Failed to start live class
admin      | /live-classes | scheduled_classes | intent=end&class_id={live} | Live Classes | Failed to end live class
instructor | /live-classes | scheduled_classes | intent=schedule&{draft} | Live Classes | Failed to schedule class
instructor | /teacher-dashboard?tab=classes | scheduled_classes | intent=schedule&{draft} | Welcome, | Failed to save class
instructor | /teacher-dashboard?tab=classes | deleted_classes | intent=delete&class_id={open} | Welcome, | Failed to delete class
instructor | /teacher-dashboard?tab=classes | scheduled_classes | intent=start&class_id={soon} | Welcome, | Failed to start live class
instructor | /teacher-dashboard?tab=classes | scheduled_classes | intent=restore-class&class_id={binned} | Welcome, | Failed to bring the class back
admin      | /admin-dashboard/classes | scheduled_classes | intent=restore-class&class_id={binned} | Live Classes | Failed to bring the class back. Please try again.
instructor | /teacher-dashboard | demo_class_requests | intent=approve&id={request} | Welcome, | Failed to update demo request
instructor | /teacher-dashboard | demo_class_requests | intent=reject&id={request}&message=Later | Welcome, | Failed to update demo request
instructor | /teacher-dashboard?tab=recordings | class_recordings | intent=recording-change&recording_id={recording}&title=Halves&visibility=instructor_only | Welcome, | Failed to update recording
instructor | /teacher-dashboard?tab=recordings | class_recordings | intent=recording-delete&recording_id={recording} | Welcome, | Failed to delete recording
student    | /student-dashboard | class_enrollments | | Asha | Failed to load dashboard data
instructor | /teacher-dashboard?tab=analytics | attendance_verdicts | | Welcome, | Failed to load dashboard data
student    | /student-dashboard?tab=recordings | class_recordings | | Asha | Failed to load recordings.
instructor | /teacher-dashboard?tab=recordings | class_recordings | | Welcome, | Failed to load recordings.
instructor | /teacher-dashboard?tab=classes&bin=true | deleted_classes | | Welcome, | Failed to fetch classes
student    | /live-classes | scheduled_classes | | | Failed to load classes. Please try again.
student    | /live-classes?join={mine} | class_enrollments | | | Failed to verify enrollment
instructor | /schedule-class?edit={open} | scheduled_classes | | | Failed to load class data
student    | /student-dashboard | sessions | | | Failed to authenticate user
instructor | /recordings/{recording} | class_recordings | | | Failed to fetch recording
instructor | /recordings/{recording}/download | class_recordings | | | Failed to download recording.
instructor | /schedule-class | scheduled_classes | intent=save&{draft} | Fractions again | The problem is on our side
student    | /contact | contact_messages | name=Asha&email=asha@example.com&topic=other&message=When+does+it+begin%3F | When does it begin? | The problem is on our side
`

type Row = {
  who: "student" | "instructor" | "admin"
  at: string
  broken: string
  form: string
  keeps: string
  says: string
}

export const FAILURES: Row[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [who, at = "", broken = "", form = "", keeps = "", says = ""] = line
      .split("|")
      .map((cell) => cell.trim())
    return { who: who as Row["who"], at, broken, form, keeps, says }
  })

/**
 * Proved beside the loader that says it, where the same table is another part's, too; or said by scripts of a browser
 * that records or plays, which no request to a page makes fail.
 */
export const NOT_BY_REQUEST = [
  "Failed to fetch demo requests",
  "Failed to start recording",
  "Failed to save recording",
  "Failed to play recording",
]
