/**
 * What fails, for whom, at which address, by which table, and the expected text. What is posted is written as
 * in an address, with ids of the world in braces; a page without it is loaded. Then what of the page is still
 * shown.
 */
const TABLE = `
student    | /live-classes | class_enrollments | intent=enrol&class_id={open} | Live Classes | Failed to enroll in class
student    | /live-classes | demo_class_requests | intent=request-demo&class_id={demo} | Live Classes | Failed to send the request
student    | /live-classes | class_waitlist | intent=join-waitlist&class_id={full} | Live Classes | Failed to join the waitlist
student    | /live-classes | class_waitlist | intent=leave-waitlist&class_id={waited} | Live Classes | Failed to leave the waitlist
student    | /live-classes | class_waitlist | intent=withdraw-request&class_id={waited} | Live Classes | Failed to withdraw the request
student    | /live-classes | class_enrollments | intent=leave&class_id={mine} | Live Classes | Failed to leave class
student    | /live-classes | demo_class_requests | intent=accept-offer&request_id={offer}&class_id={offered} | Live Classes | Failed to choose this time
instructor | /live-classes | deleted_classes | intent=delete&class_id={open} | Live Classes | Failed to delete class
instructor | /live-classes | scheduled_classes | intent=restore-class&class_id={binned} | Live Classes | Failed to restore the class
instructor | /live-classes | scheduled_classes | intent=start&class_id={soon} | Live Classes | Failed to start live class
admin      | /class/{live}/room | scheduled_classes | intent=end | Live Classes | Failed to end live class
instructor | /live-classes | scheduled_classes | intent=schedule&{draft} | Live Classes | Failed to schedule class
instructor | /teacher-dashboard?tab=classes | scheduled_classes | intent=schedule&{draft} | Live Classes | Failed to save class
instructor | /teacher-dashboard?tab=classes | deleted_classes | intent=delete&class_id={open} | Live Classes | Failed to delete class
instructor | /teacher-dashboard?tab=classes | scheduled_classes | intent=start&class_id={soon} | Live Classes | Failed to start live class
instructor | /teacher-dashboard?tab=classes | scheduled_classes | intent=restore-class&class_id={binned} | Live Classes | Failed to restore the class
admin      | /admin-dashboard/classes | scheduled_classes | intent=restore-class&class_id={binned} | Live Classes | Failed to restore the class. Please try again.
instructor | /teacher-dashboard | demo_class_requests | intent=approve&id={request} | Welcome, | Failed to update demo request
instructor | /teacher-dashboard | demo_class_requests | intent=reject&id={request}&message=Later | Welcome, | Failed to update demo request
instructor | /teacher-dashboard?tab=recordings | class_recordings | intent=recording-change&recording_id={recording}&title=Halves&visibility=instructor_only | Recordings | Failed to update recording
instructor | /teacher-dashboard?tab=recordings | class_recordings | intent=recording-delete&recording_id={recording} | Recordings | Failed to delete recording
student    | /student-dashboard | class_enrollments | | Asha | Failed to load dashboard data
instructor | /teacher-dashboard?tab=analytics | attendance_verdicts | | Analytics | Failed to load dashboard data
student    | /student-dashboard?tab=recordings | class_recordings | | Asha | Failed to load recordings.
instructor | /teacher-dashboard?tab=recordings | class_recordings | | Recordings | Failed to load recordings.
instructor | /teacher-dashboard?tab=classes&bin=true | deleted_classes | | Live Classes | Failed to fetch classes
student    | /live-classes | scheduled_classes | | | Failed to load classes. Please try again.
student    | /class/{mine}/room | class_enrollments | | | Failed to verify enrollment
instructor | /schedule-class?edit={open} | scheduled_classes | | | Failed to load class data
student    | /student-dashboard | sessions | | | Failed to authenticate user
instructor | /recordings/{recording} | class_recordings | | | Failed to fetch recording
instructor | /recordings/{recording}/download | class_recordings | | | Failed to download recording.
instructor | /schedule-class | scheduled_classes | intent=save&{draft} | Fractions again | The problem is on our side
student    | /contact | contact_messages | name=Asha&email=asha@example.com&topic=other&message=When+does+it+begin%3F | When does it begin? | The problem is on our side
student    | /premises | premises_enquiries | name=Asha&organisation=Green+Park&kind=society&phone=9845012345&email=asha@example.com&address=7+Residency+Road&pin=560025&activity=Karate&people=30&ages=6+to+12&days=Tuesday&message=We+have+mats | We have mats | The problem is on our side
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
 * Which test produces what no request to a page does: of a part whose table is another part's, too, and of scripts of
 * a browser that records or plays.
 */
export const PRODUCED_BY: Record<string, string> = {
  "Failed to fetch demo requests": "src/app/pages/dashboards/dashboards.test.ts",
  "Failed to start recording": "e2e/recordings-failures.spec.ts",
  "Failed to save recording": "e2e/recordings-failures.spec.ts",
  "Failed to play recording": "e2e/recordings-failures.spec.ts",
}
