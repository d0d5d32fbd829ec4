-- All there is to know of a post, for its row in the dashboard; null when there is none. Admins only: it tells
-- who voted.
create function public.admin_post(post_id bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'id', p.id, 'title', p.title, 'slug', p.slug, 'details', p.details, 'state', p.state,
      'category_id', p.category_id, 'category_slug', c.slug, 'category_name', c.name,
      'author_id', p.author_id, 'author_name', a.name, 'author_avatar', a.avatar_url,
      'votes_total', p.votes_total, 'comments_total', p.comments_total, 'created_at', p.created_at,
      'updated_at', p.updated_at, 'edited_at', p.edited_at, 'state_changed_at', p.state_changed_at,
      'images', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.position, t.id), '[]') from (
          select i.id, i.path, i.alt, i.width, i.height, i.position from public.images i where i.post_id = p.id
        ) t
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at desc, t.id desc), '[]') from (
          select m.id, m.author_id, n.name as author_name, m.body, m.created_at
          from public.comments m left join public.profiles n on n.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null
          order by m.created_at desc, m.id desc limit 5
        ) t
      ),
      'timeline', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at, t.id), '[]') from (
          select e.id, e.actor_id, n.name as actor_name, e.from_state, e.to_state, e.note, e.created_at
          from public.post_events e left join public.profiles n on n.id = e.actor_id where e.post_id = p.id
        ) t
      ),
      'audit', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (
          select l.id, l.actor_id, l.actor_name, l.action, l.before, l.after, l.created_at
          from public.audit_log l where l.post_id = p.id order by l.id desc limit 20
        ) t
      ),
      'voters_total', p.votes_total,
      'voters', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.voted_at, t.id), '[]') from (
          select v.user_id as id, n.name, v.created_at as voted_at
          from public.votes v join public.profiles n on n.id = v.user_id where v.post_id = p.id
          order by v.created_at, v.user_id limit 50
        ) t
      )
    )
    from public.posts p
    join public.categories c on c.id = p.category_id
    left join public.profiles a on a.id = p.author_id
    where p.id = admin_post.post_id
  );
end
$$;
revoke execute on function public.admin_post(bigint) from public, anon;
grant execute on function public.admin_post(bigint) to authenticated;
