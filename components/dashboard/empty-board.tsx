import { ExampleBoardButton } from '../team/example-board'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'

/** What the team can begin with where there are no posts. */
export function EmptyBoard() {
  return (
    <EmptyState
      hint={
        <>
          Every post will be listed here with its state and votes. Create the first one
          <span className="admin-only">
            , or run <code className="whitespace-nowrap">npm run import -- &lt;file&gt;</code> on the server
            to bring in feedback from another tool
          </span>
          .
        </>
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink href="/new-features#new-post">Create a post</ButtonLink>
          <div className="admin-only">
            <ExampleBoardButton />
          </div>
        </div>
      }
    />
  )
}
