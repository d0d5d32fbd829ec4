/** What stays of a comment that the team has hidden. */
export const HiddenLine = ({ reason }: { reason: string }) => (
  <p className="comment-gone">
    Hidden by the team: <bdi>{reason}</bdi>
  </p>
)
