import { answerBuildMeta } from '@/lib/publish/build'

type Props = { params: Promise<{ file: string }> }

export async function GET(_request: Request, { params }: Props): Promise<Response> {
  return answerBuildMeta((await params).file)
}
