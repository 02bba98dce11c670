import type { Requisition } from '#contract/requisition.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { TextValue } from '#renderer/records/TextValue.tsx';
import { When } from '#renderer/records/When.tsx';
import { useSome } from '#renderer/records/use-some.tsx';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';

interface CommentsProps extends Pick<Requisition, 'comments'> {
  /** Id of the record; a comment that names another one says so. */
  readonly requisition: string;
}

/** What was said about a requisition, by whom and when. */
export function Comments({ comments, requisition }: CommentsProps) {
  const text = useText();
  const [shown, more] = useSome(comments);
  return (
    <Section title={text('requisition.comments')} count={comments.length}>
      {comments.length > 0 && (
        <ul className="comments">
          {shown.map((comment, index) => (
            <li key={JSON.stringify([comment.id, index])}>
              <div className="comment-by">
                <IdValue id={comment.createdBy} />
                <When at={comment.createdAt} />
                {comment.requisition !== requisition && (
                  <span>
                    {text('requisition.commentFor')} <IdValue id={comment.requisition} />
                  </span>
                )}
                <IdValue id={comment.id} />
              </div>
              <TextValue value={comment.comment} />
            </li>
          ))}
        </ul>
      )}
      {more}
    </Section>
  );
}
