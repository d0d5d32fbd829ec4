create function public.admin_hidden(
  before_id bigint default null, only_cause text default null, max_rows integer default 50
) returns table(
  id bigint, cause text, reason text, hidden_at timestamptz, hidden_by text, post_id bigint, comment_id bigint,
  title text, body text, author_id uuid, author_name text, created_at timestamptz,
  version text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
    select h.id, h.cause, h.reason, h.hidden_at, m.name, h.post_id, h.comment_id, p.title,
      coalesce(h.body, p.details), a.id, a.name, coalesce(c.created_at, p.created_at),
      case when h.cause = 'approval' then private.version_of(h.post_id, h.comment_id) end
    from private.hidings h
    left join public.comments c on c.id = h.comment_id
    join public.posts p on p.id = coalesce(h.post_id, c.post_id)
    left join public.profiles a on a.id = case when c.id is null then p.author_id else c.author_id end
    left join public.profiles m on m.id = h.hidden_by
    where (before_id is null or h.id < before_id) and (only_cause is null or h.cause = only_cause)
    order by h.id desc limit least(greatest(max_rows, 1), 200);
end
$$;
comment on function public.admin_hidden is 'Hidden posts and comments, newest first, with what a decision needs. For the team.';
grant execute on function public.admin_hidden to authenticated;
