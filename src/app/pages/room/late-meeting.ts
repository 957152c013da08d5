export const loadMeeting = async () => (await import("./room-meeting.tsx")).MeetingView
