export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      audit_log: {
        Row: {
          action: string
          actor_id: string | null
          actor_name: string
          after: Json | null
          before: Json | null
          created_at: string
          id: number
          key_name: string | null
          post_id: number | null
          post_title: string | null
        }
        ComputedFields: never
        Insert: {
          action: string
          actor_id?: string | null
          actor_name: string
          after?: Json | null
          before?: Json | null
          created_at?: string
          id?: never
          key_name?: string | null
          post_id?: number | null
          post_title?: string | null
        }
        Update: {
          action?: string
          actor_id?: string | null
          actor_name?: string
          after?: Json | null
          before?: Json | null
          created_at?: string
          id?: never
          key_name?: string | null
          post_id?: number | null
          post_title?: string | null
        }
        Relationships: []
      }
      canned_answers: {
        Row: {
          body: string
          created_at: string
          id: number
          name: string
        }
        ComputedFields: never
        Insert: {
          body: string
          created_at?: string
          id?: never
          name: string
        }
        Update: {
          body?: string
          created_at?: string
          id?: never
          name?: string
        }
        Relationships: []
      }
      categories: {
        Row: {
          archived_at: string | null
          created_at: string
          description: string
          details_prompt: string | null
          id: number
          name: string
          position: number
          prompt: string | null
          revision: number
          slug: string
          category_addresses: {
            category_id: number
            created_at: string
            slug: string
          } | null
          post_addresses: {
            category_id: number
            created_at: string
            post_id: number
            slug: string
          } | null
          post_totals: {
            category_id: number
            posts: number
            state: Database['public']['Enums']['post_state']
          } | null
          posts: {
            activity_at: string
            author_id: string | null
            category_id: number
            comments_total: number
            created_at: string
            deleted_at: string | null
            deleted_by: string | null
            details: string
            edited_at: string | null
            hidden_at: string | null
            id: number
            locked_at: string | null
            pinned_at: string | null
            revision: number
            slug: string
            state: Database['public']['Enums']['post_state']
            state_changed_at: string
            title: string
            trend: number
            updated_at: string
            votes_total: number
          } | null
        }
        ComputedFields: 'category_addresses' | 'post_addresses' | 'post_totals' | 'posts'
        Insert: {
          archived_at?: string | null
          created_at?: string
          description?: string
          details_prompt?: string | null
          id?: never
          name: string
          position?: number
          prompt?: string | null
          revision?: number
          slug: string
        }
        Update: {
          archived_at?: string | null
          created_at?: string
          description?: string
          details_prompt?: string | null
          id?: never
          name?: string
          position?: number
          prompt?: string | null
          revision?: number
          slug?: string
        }
        Relationships: []
      }
      category_addresses: {
        Row: {
          category_id: number
          created_at: string
          slug: string
        }
        ComputedFields: never
        Insert: {
          category_id: number
          created_at?: string
          slug: string
        }
        Update: {
          category_id?: number
          created_at?: string
          slug?: string
        }
        Relationships: [
          {
            foreignKeyName: 'category_addresses_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
        ]
      }
      changelog_addresses: {
        Row: {
          created_at: string
          entry_id: number
          slug: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          entry_id: number
          slug: string
        }
        Update: {
          created_at?: string
          entry_id?: number
          slug?: string
        }
        Relationships: [
          {
            foreignKeyName: 'changelog_addresses_entry_id_fkey'
            columns: ['entry_id']
            isOneToOne: false
            referencedRelation: 'changelog_entries'
            referencedColumns: ['id']
          },
        ]
      }
      changelog_entries: {
        Row: {
          author_id: string | null
          body: string
          celebrations: number
          completes: boolean
          created_at: string
          edited_at: string | null
          first_published_at: string | null
          id: number
          likes: number
          loves: number
          publish_at: string | null
          published_at: string | null
          revision: number
          slug: string
          state: Database['public']['Enums']['entry_state']
          tells: boolean
          title: string
          told_event: number | null
          updated_at: string
          changelog_addresses: {
            created_at: string
            entry_id: number
            slug: string
          } | null
          changelog_entry_labels: {
            entry_id: number
            label_id: number
          } | null
          changelog_entry_posts: {
            entry_id: number
            position: number
            post_id: number
          } | null
          changelog_reactions: {
            created_at: string
            entry_id: number
            is_blocked: boolean
            kind: Database['public']['Enums']['reaction']
            user_id: string
          } | null
          images: {
            alt: string
            comment_id: number | null
            created_at: string
            entry_id: number | null
            height: number
            id: string
            merge_id: number | null
            path: string
            position: number
            post_id: number | null
            uploader_id: string | null
            width: number
            widths: number[]
          } | null
        }
        ComputedFields:
          | 'changelog_addresses'
          | 'changelog_entry_labels'
          | 'changelog_entry_posts'
          | 'changelog_reactions'
          | 'images'
        Insert: {
          author_id?: string | null
          body?: string
          celebrations?: number
          completes?: boolean
          created_at?: string
          edited_at?: string | null
          first_published_at?: string | null
          id?: never
          likes?: number
          loves?: number
          publish_at?: string | null
          published_at?: string | null
          revision?: number
          slug: string
          state?: Database['public']['Enums']['entry_state']
          tells?: boolean
          title: string
          told_event?: number | null
          updated_at?: string
        }
        Update: {
          author_id?: string | null
          body?: string
          celebrations?: number
          completes?: boolean
          created_at?: string
          edited_at?: string | null
          first_published_at?: string | null
          id?: never
          likes?: number
          loves?: number
          publish_at?: string | null
          published_at?: string | null
          revision?: number
          slug?: string
          state?: Database['public']['Enums']['entry_state']
          tells?: boolean
          title?: string
          told_event?: number | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'changelog_entries_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      changelog_entry_labels: {
        Row: {
          entry_id: number
          label_id: number
        }
        ComputedFields: never
        Insert: {
          entry_id: number
          label_id: number
        }
        Update: {
          entry_id?: number
          label_id?: number
        }
        Relationships: [
          {
            foreignKeyName: 'changelog_entry_labels_entry_id_fkey'
            columns: ['entry_id']
            isOneToOne: false
            referencedRelation: 'changelog_entries'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'changelog_entry_labels_label_id_fkey'
            columns: ['label_id']
            isOneToOne: false
            referencedRelation: 'changelog_labels'
            referencedColumns: ['id']
          },
        ]
      }
      changelog_entry_posts: {
        Row: {
          entry_id: number
          position: number
          post_id: number
        }
        ComputedFields: never
        Insert: {
          entry_id: number
          position?: number
          post_id: number
        }
        Update: {
          entry_id?: number
          position?: number
          post_id?: number
        }
        Relationships: [
          {
            foreignKeyName: 'changelog_entry_posts_entry_id_fkey'
            columns: ['entry_id']
            isOneToOne: false
            referencedRelation: 'changelog_entries'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'changelog_entry_posts_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
        ]
      }
      changelog_labels: {
        Row: {
          created_at: string
          id: number
          name: string
          position: number
          slug: string
          changelog_entry_labels: {
            entry_id: number
            label_id: number
          } | null
        }
        ComputedFields: 'changelog_entry_labels'
        Insert: {
          created_at?: string
          id?: never
          name: string
          position?: number
          slug: string
        }
        Update: {
          created_at?: string
          id?: never
          name?: string
          position?: number
          slug?: string
        }
        Relationships: []
      }
      changelog_reactions: {
        Row: {
          created_at: string
          entry_id: number
          is_blocked: boolean
          kind: Database['public']['Enums']['reaction']
          user_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          entry_id: number
          is_blocked?: boolean
          kind: Database['public']['Enums']['reaction']
          user_id?: string
        }
        Update: {
          created_at?: string
          entry_id?: number
          is_blocked?: boolean
          kind?: Database['public']['Enums']['reaction']
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'changelog_reactions_entry_id_fkey'
            columns: ['entry_id']
            isOneToOne: false
            referencedRelation: 'changelog_entries'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'changelog_reactions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      comments: {
        Row: {
          author_id: string | null
          body: string
          created_at: string
          deleted_at: string | null
          deleted_by: string | null
          edited_at: string | null
          hidden_at: string | null
          hidden_reason: string | null
          id: number
          merge_id: number | null
          parent_id: number | null
          post_id: number
          replies_total: number
          revision: number
          comments: {
            author_id: string | null
            body: string
            created_at: string
            deleted_at: string | null
            deleted_by: string | null
            edited_at: string | null
            hidden_at: string | null
            hidden_reason: string | null
            id: number
            merge_id: number | null
            parent_id: number | null
            post_id: number
            replies_total: number
            revision: number
          } | null
          images: {
            alt: string
            comment_id: number | null
            created_at: string
            entry_id: number | null
            height: number
            id: string
            merge_id: number | null
            path: string
            position: number
            post_id: number | null
            uploader_id: string | null
            width: number
            widths: number[]
          } | null
        }
        ComputedFields: 'comments' | 'images'
        Insert: {
          author_id?: string | null
          body: string
          created_at?: string
          deleted_at?: string | null
          deleted_by?: string | null
          edited_at?: string | null
          hidden_at?: string | null
          hidden_reason?: string | null
          id?: never
          merge_id?: number | null
          parent_id?: number | null
          post_id: number
          replies_total?: number
          revision?: number
        }
        Update: {
          author_id?: string | null
          body?: string
          created_at?: string
          deleted_at?: string | null
          deleted_by?: string | null
          edited_at?: string | null
          hidden_at?: string | null
          hidden_reason?: string | null
          id?: never
          merge_id?: number | null
          parent_id?: number | null
          post_id?: number
          replies_total?: number
          revision?: number
        }
        Relationships: [
          {
            foreignKeyName: 'comments_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'comments_merge_id_fkey'
            columns: ['merge_id']
            isOneToOne: false
            referencedRelation: 'post_merges'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'comments_parent_id_post_id_fkey'
            columns: ['parent_id', 'post_id']
            isOneToOne: false
            referencedRelation: 'comments'
            referencedColumns: ['id', 'post_id']
          },
          {
            foreignKeyName: 'comments_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
        ]
      }
      dashboard_views: {
        Row: {
          created_at: string
          id: number
          is_shared: boolean
          name: string
          owner_id: string
          query: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: never
          is_shared?: boolean
          name: string
          owner_id?: string
          query: string
        }
        Update: {
          created_at?: string
          id?: never
          is_shared?: boolean
          name?: string
          owner_id?: string
          query?: string
        }
        Relationships: [
          {
            foreignKeyName: 'dashboard_views_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      images: {
        Row: {
          alt: string
          comment_id: number | null
          created_at: string
          entry_id: number | null
          height: number
          id: string
          merge_id: number | null
          path: string
          position: number
          post_id: number | null
          uploader_id: string | null
          width: number
          widths: number[]
        }
        ComputedFields: never
        Insert: {
          alt?: string
          comment_id?: number | null
          created_at?: string
          entry_id?: number | null
          height: number
          id?: string
          merge_id?: number | null
          path: string
          position?: number
          post_id?: number | null
          uploader_id?: string | null
          width: number
          widths?: number[]
        }
        Update: {
          alt?: string
          comment_id?: number | null
          created_at?: string
          entry_id?: number | null
          height?: number
          id?: string
          merge_id?: number | null
          path?: string
          position?: number
          post_id?: number | null
          uploader_id?: string | null
          width?: number
          widths?: number[]
        }
        Relationships: [
          {
            foreignKeyName: 'images_comment_id_fkey'
            columns: ['comment_id']
            isOneToOne: false
            referencedRelation: 'comments'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'images_entry_id_fkey'
            columns: ['entry_id']
            isOneToOne: false
            referencedRelation: 'changelog_entries'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'images_merge_id_fkey'
            columns: ['merge_id']
            isOneToOne: false
            referencedRelation: 'post_merges'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'images_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'images_uploader_id_fkey'
            columns: ['uploader_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      person_segments: {
        Row: {
          company: string | null
          monthly_value: number | null
          person_id: string
          plan: string | null
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          company?: string | null
          monthly_value?: number | null
          person_id: string
          plan?: string | null
          updated_at?: string
        }
        Update: {
          company?: string | null
          monthly_value?: number | null
          person_id?: string
          plan?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'person_segments_person_id_fkey'
            columns: ['person_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      post_addresses: {
        Row: {
          category_id: number
          created_at: string
          post_id: number
          slug: string
        }
        ComputedFields: never
        Insert: {
          category_id: number
          created_at?: string
          post_id: number
          slug: string
        }
        Update: {
          category_id?: number
          created_at?: string
          post_id?: number
          slug?: string
        }
        Relationships: [
          {
            foreignKeyName: 'post_addresses_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'post_addresses_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
        ]
      }
      post_events: {
        Row: {
          actor_id: string | null
          created_at: string
          from_state: Database['public']['Enums']['post_state']
          id: number
          note: string | null
          post_id: number
          to_state: Database['public']['Enums']['post_state']
        }
        ComputedFields: never
        Insert: {
          actor_id?: string | null
          created_at?: string
          from_state: Database['public']['Enums']['post_state']
          id?: never
          note?: string | null
          post_id: number
          to_state: Database['public']['Enums']['post_state']
        }
        Update: {
          actor_id?: string | null
          created_at?: string
          from_state?: Database['public']['Enums']['post_state']
          id?: never
          note?: string | null
          post_id?: number
          to_state?: Database['public']['Enums']['post_state']
        }
        Relationships: [
          {
            foreignKeyName: 'post_events_actor_id_fkey'
            columns: ['actor_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'post_events_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
        ]
      }
      post_merges: {
        Row: {
          id: number
          into_id: number
          merged_at: string
          merged_by: string | null
          post_id: number
          stays_id: number
          title: string
          undone_at: string | null
          undone_by: string | null
          comments: {
            author_id: string | null
            body: string
            created_at: string
            deleted_at: string | null
            deleted_by: string | null
            edited_at: string | null
            hidden_at: string | null
            hidden_reason: string | null
            id: number
            merge_id: number | null
            parent_id: number | null
            post_id: number
            replies_total: number
            revision: number
          } | null
          images: {
            alt: string
            comment_id: number | null
            created_at: string
            entry_id: number | null
            height: number
            id: string
            merge_id: number | null
            path: string
            position: number
            post_id: number | null
            uploader_id: string | null
            width: number
            widths: number[]
          } | null
          votes: {
            counts: boolean
            created_at: string
            is_blocked: boolean
            is_set_aside: boolean
            merge_id: number | null
            post_id: number
            user_id: string
          } | null
        }
        ComputedFields: 'comments' | 'images' | 'votes'
        Insert: {
          id?: never
          into_id: number
          merged_at?: string
          merged_by?: string | null
          post_id: number
          stays_id: number
          title: string
          undone_at?: string | null
          undone_by?: string | null
        }
        Update: {
          id?: never
          into_id?: number
          merged_at?: string
          merged_by?: string | null
          post_id?: number
          stays_id?: number
          title?: string
          undone_at?: string | null
          undone_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'post_merges_into_id_fkey'
            columns: ['into_id']
            isOneToOne: false
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'post_merges_merged_by_fkey'
            columns: ['merged_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'post_merges_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'post_merges_stays_id_fkey'
            columns: ['stays_id']
            isOneToOne: false
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'post_merges_undone_by_fkey'
            columns: ['undone_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      post_notes: {
        Row: {
          author_id: string | null
          body: string
          created_at: string
          id: number
          is_context: boolean
          post_id: number
        }
        ComputedFields: never
        Insert: {
          author_id?: string | null
          body: string
          created_at?: string
          id?: never
          is_context?: boolean
          post_id: number
        }
        Update: {
          author_id?: string | null
          body?: string
          created_at?: string
          id?: never
          is_context?: boolean
          post_id?: number
        }
        Relationships: [
          {
            foreignKeyName: 'post_notes_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'post_notes_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
        ]
      }
      post_tags: {
        Row: {
          post_id: number
          tag_id: number
        }
        ComputedFields: never
        Insert: {
          post_id: number
          tag_id: number
        }
        Update: {
          post_id?: number
          tag_id?: number
        }
        Relationships: [
          {
            foreignKeyName: 'post_tags_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'post_tags_tag_id_fkey'
            columns: ['tag_id']
            isOneToOne: false
            referencedRelation: 'tags'
            referencedColumns: ['id']
          },
        ]
      }
      post_totals: {
        Row: {
          category_id: number
          posts: number
          state: Database['public']['Enums']['post_state']
        }
        ComputedFields: never
        Insert: {
          category_id: number
          posts?: number
          state: Database['public']['Enums']['post_state']
        }
        Update: {
          category_id?: number
          posts?: number
          state?: Database['public']['Enums']['post_state']
        }
        Relationships: [
          {
            foreignKeyName: 'post_totals_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
        ]
      }
      post_triage: {
        Row: {
          assignee_id: string | null
          looked_at: string | null
          looked_by: string | null
          post_id: number
          quarter: string | null
        }
        ComputedFields: never
        Insert: {
          assignee_id?: string | null
          looked_at?: string | null
          looked_by?: string | null
          post_id: number
          quarter?: string | null
        }
        Update: {
          assignee_id?: string | null
          looked_at?: string | null
          looked_by?: string | null
          post_id?: number
          quarter?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'post_triage_assignee_id_fkey'
            columns: ['assignee_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'post_triage_looked_by_fkey'
            columns: ['looked_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'post_triage_post_id_fkey'
            columns: ['post_id']
            isOneToOne: true
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
        ]
      }
      posts: {
        Row: {
          activity_at: string
          author_id: string | null
          category_id: number
          comments_total: number
          created_at: string
          deleted_at: string | null
          deleted_by: string | null
          details: string
          edited_at: string | null
          hidden_at: string | null
          id: number
          locked_at: string | null
          pinned_at: string | null
          revision: number
          slug: string
          state: Database['public']['Enums']['post_state']
          state_changed_at: string
          title: string
          trend: number
          updated_at: string
          votes_total: number
          changelog_entry_posts: {
            entry_id: number
            position: number
            post_id: number
          } | null
          comments: {
            author_id: string | null
            body: string
            created_at: string
            deleted_at: string | null
            deleted_by: string | null
            edited_at: string | null
            hidden_at: string | null
            hidden_reason: string | null
            id: number
            merge_id: number | null
            parent_id: number | null
            post_id: number
            replies_total: number
            revision: number
          } | null
          images: {
            alt: string
            comment_id: number | null
            created_at: string
            entry_id: number | null
            height: number
            id: string
            merge_id: number | null
            path: string
            position: number
            post_id: number | null
            uploader_id: string | null
            width: number
            widths: number[]
          } | null
          post_addresses: {
            category_id: number
            created_at: string
            post_id: number
            slug: string
          } | null
          post_events: {
            actor_id: string | null
            created_at: string
            from_state: Database['public']['Enums']['post_state']
            id: number
            note: string | null
            post_id: number
            to_state: Database['public']['Enums']['post_state']
          } | null
          post_merges: {
            id: number
            into_id: number
            merged_at: string
            merged_by: string | null
            post_id: number
            stays_id: number
            title: string
            undone_at: string | null
            undone_by: string | null
          } | null
          post_notes: {
            author_id: string | null
            body: string
            created_at: string
            id: number
            is_context: boolean
            post_id: number
          } | null
          post_tags: {
            post_id: number
            tag_id: number
          } | null
          post_triage: {
            assignee_id: string | null
            looked_at: string | null
            looked_by: string | null
            post_id: number
            quarter: string | null
          } | null
          votes: {
            counts: boolean
            created_at: string
            is_blocked: boolean
            is_set_aside: boolean
            merge_id: number | null
            post_id: number
            user_id: string
          } | null
        }
        ComputedFields:
          | 'changelog_entry_posts'
          | 'comments'
          | 'images'
          | 'post_addresses'
          | 'post_events'
          | 'post_merges'
          | 'post_notes'
          | 'post_tags'
          | 'post_triage'
          | 'votes'
        Insert: {
          activity_at?: string
          author_id?: string | null
          category_id: number
          comments_total?: number
          created_at?: string
          deleted_at?: string | null
          deleted_by?: string | null
          details?: string
          edited_at?: string | null
          hidden_at?: string | null
          id?: never
          locked_at?: string | null
          pinned_at?: string | null
          revision?: number
          slug?: string
          state?: Database['public']['Enums']['post_state']
          state_changed_at?: string
          title: string
          trend?: number
          updated_at?: string
          votes_total?: number
        }
        Update: {
          activity_at?: string
          author_id?: string | null
          category_id?: number
          comments_total?: number
          created_at?: string
          deleted_at?: string | null
          deleted_by?: string | null
          details?: string
          edited_at?: string | null
          hidden_at?: string | null
          id?: never
          locked_at?: string | null
          pinned_at?: string | null
          revision?: number
          slug?: string
          state?: Database['public']['Enums']['post_state']
          state_changed_at?: string
          title?: string
          trend?: number
          updated_at?: string
          votes_total?: number
        }
        Relationships: [
          {
            foreignKeyName: 'posts_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'posts_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
        ]
      }
      profiles: {
        Row: {
          avatar_url: string | null
          created_at: string
          id: string
          is_public: boolean
          is_team: boolean
          name: string
          placeholder: boolean
          changelog_entries: {
            author_id: string | null
            body: string
            celebrations: number
            completes: boolean
            created_at: string
            edited_at: string | null
            first_published_at: string | null
            id: number
            likes: number
            loves: number
            publish_at: string | null
            published_at: string | null
            revision: number
            slug: string
            state: Database['public']['Enums']['entry_state']
            tells: boolean
            title: string
            told_event: number | null
            updated_at: string
          } | null
          changelog_reactions: {
            created_at: string
            entry_id: number
            is_blocked: boolean
            kind: Database['public']['Enums']['reaction']
            user_id: string
          } | null
          comments: {
            author_id: string | null
            body: string
            created_at: string
            deleted_at: string | null
            deleted_by: string | null
            edited_at: string | null
            hidden_at: string | null
            hidden_reason: string | null
            id: number
            merge_id: number | null
            parent_id: number | null
            post_id: number
            replies_total: number
            revision: number
          } | null
          dashboard_views: {
            created_at: string
            id: number
            is_shared: boolean
            name: string
            owner_id: string
            query: string
          } | null
          images: {
            alt: string
            comment_id: number | null
            created_at: string
            entry_id: number | null
            height: number
            id: string
            merge_id: number | null
            path: string
            position: number
            post_id: number | null
            uploader_id: string | null
            width: number
            widths: number[]
          } | null
          person_segments: {
            company: string | null
            monthly_value: number | null
            person_id: string
            plan: string | null
            updated_at: string
          } | null
          post_events: {
            actor_id: string | null
            created_at: string
            from_state: Database['public']['Enums']['post_state']
            id: number
            note: string | null
            post_id: number
            to_state: Database['public']['Enums']['post_state']
          } | null
          post_merges: {
            id: number
            into_id: number
            merged_at: string
            merged_by: string | null
            post_id: number
            stays_id: number
            title: string
            undone_at: string | null
            undone_by: string | null
          } | null
          post_notes: {
            author_id: string | null
            body: string
            created_at: string
            id: number
            is_context: boolean
            post_id: number
          } | null
          post_triage: {
            assignee_id: string | null
            looked_at: string | null
            looked_by: string | null
            post_id: number
            quarter: string | null
          } | null
          posts: {
            activity_at: string
            author_id: string | null
            category_id: number
            comments_total: number
            created_at: string
            deleted_at: string | null
            deleted_by: string | null
            details: string
            edited_at: string | null
            hidden_at: string | null
            id: number
            locked_at: string | null
            pinned_at: string | null
            revision: number
            slug: string
            state: Database['public']['Enums']['post_state']
            state_changed_at: string
            title: string
            trend: number
            updated_at: string
            votes_total: number
          } | null
          roles: {
            created_at: string
            role: string
            user_id: string
          } | null
          votes: {
            counts: boolean
            created_at: string
            is_blocked: boolean
            is_set_aside: boolean
            merge_id: number | null
            post_id: number
            user_id: string
          } | null
        }
        ComputedFields:
          | 'changelog_entries'
          | 'changelog_reactions'
          | 'comments'
          | 'dashboard_views'
          | 'images'
          | 'person_segments'
          | 'post_events'
          | 'post_merges'
          | 'post_notes'
          | 'post_triage'
          | 'posts'
          | 'roles'
          | 'votes'
        Insert: {
          avatar_url?: string | null
          created_at?: string
          id?: string
          is_public?: boolean
          is_team?: boolean
          name: string
          placeholder?: boolean
        }
        Update: {
          avatar_url?: string | null
          created_at?: string
          id?: string
          is_public?: boolean
          is_team?: boolean
          name?: string
          placeholder?: boolean
        }
        Relationships: []
      }
      roles: {
        Row: {
          created_at: string
          role: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          role: string
          user_id: string
        }
        Update: {
          created_at?: string
          role?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'roles_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      site_settings: {
        Row: {
          accent: string | null
          hides_first_steps: boolean
          language: string
          logo_height: number | null
          logo_path: string | null
          logo_width: number | null
          mail_footer: string | null
          mail_sender: string | null
          marketing_url: string | null
          moderators_publish: boolean
          name: string | null
          only_row: boolean
          privacy_url: string | null
          requires_factor: boolean
          shows_quarters: boolean
          shows_reactions: boolean
          terms_url: string | null
          time_zone: string
          trusts_own_addresses: boolean
          welcome: string | null
          widget_origins: string[]
        }
        ComputedFields: never
        Insert: {
          accent?: string | null
          hides_first_steps?: boolean
          language?: string
          logo_height?: number | null
          logo_path?: string | null
          logo_width?: number | null
          mail_footer?: string | null
          mail_sender?: string | null
          marketing_url?: string | null
          moderators_publish?: boolean
          name?: string | null
          only_row?: boolean
          privacy_url?: string | null
          requires_factor?: boolean
          shows_quarters?: boolean
          shows_reactions?: boolean
          terms_url?: string | null
          time_zone?: string
          trusts_own_addresses?: boolean
          welcome?: string | null
          widget_origins?: string[]
        }
        Update: {
          accent?: string | null
          hides_first_steps?: boolean
          language?: string
          logo_height?: number | null
          logo_path?: string | null
          logo_width?: number | null
          mail_footer?: string | null
          mail_sender?: string | null
          marketing_url?: string | null
          moderators_publish?: boolean
          name?: string | null
          only_row?: boolean
          privacy_url?: string | null
          requires_factor?: boolean
          shows_quarters?: boolean
          shows_reactions?: boolean
          terms_url?: string | null
          time_zone?: string
          trusts_own_addresses?: boolean
          welcome?: string | null
          widget_origins?: string[]
        }
        Relationships: []
      }
      state_texts: {
        Row: {
          description: string | null
          name: string | null
          state: Database['public']['Enums']['post_state']
        }
        ComputedFields: never
        Insert: {
          description?: string | null
          name?: string | null
          state: Database['public']['Enums']['post_state']
        }
        Update: {
          description?: string | null
          name?: string | null
          state?: Database['public']['Enums']['post_state']
        }
        Relationships: []
      }
      synonyms: {
        Row: {
          created_at: string
          id: number
          words: string[]
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: never
          words: string[]
        }
        Update: {
          created_at?: string
          id?: never
          words?: string[]
        }
        Relationships: []
      }
      tags: {
        Row: {
          created_at: string
          id: number
          name: string
          post_tags: {
            post_id: number
            tag_id: number
          } | null
        }
        ComputedFields: 'post_tags'
        Insert: {
          created_at?: string
          id?: never
          name: string
        }
        Update: {
          created_at?: string
          id?: never
          name?: string
        }
        Relationships: []
      }
      votes: {
        Row: {
          counts: boolean
          created_at: string
          is_blocked: boolean
          is_set_aside: boolean
          merge_id: number | null
          post_id: number
          user_id: string
        }
        ComputedFields: never
        Insert: {
          counts?: never
          created_at?: string
          is_blocked?: boolean
          is_set_aside?: boolean
          merge_id?: number | null
          post_id: number
          user_id?: string
        }
        Update: {
          counts?: never
          created_at?: string
          is_blocked?: boolean
          is_set_aside?: boolean
          merge_id?: number | null
          post_id?: number
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'votes_merge_id_fkey'
            columns: ['merge_id']
            isOneToOne: false
            referencedRelation: 'post_merges'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'votes_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'posts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'votes_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_invitation: { Args: { key: string }; Returns: string }
      admin_add_own_key: { Args: { algorithm: string; public_key?: string }; Returns: string }
      admin_add_upload_part: { Args: { content: string; part: number; run_id: string }; Returns: undefined }
      admin_add_webhook: {
        Args: { address: string; kinds: string[]; shape: string }
        Returns: {
          id: number
          secret: string
        }[]
      }
      admin_archive_category: { Args: { category_id: number; wanted: boolean }; Returns: boolean }
      admin_begin_upload: {
        Args: { file_name: string; file_size: number; run_id: string }
        Returns: undefined
      }
      admin_change_tags: {
        Args: { added: number[]; post_ids: number[]; removed: number[] }
        Returns: {
          is_added: boolean
          post_id: number
          tag_id: number
        }[]
      }
      admin_check_import: { Args: { choices: Json; run_id: string }; Returns: undefined }
      admin_columns: {
        Args: { post_ids: number[]; with_details?: boolean }
        Returns: {
          assignee_name: string
          companies: number
          details: string
          monthly_value: number
          notes_total: number
          post_id: number
          quarter: string
          tags: string[]
          updated_at: string
        }[]
      }
      admin_count_tags: {
        Args: { post_ids: number[] }
        Returns: {
          posts: number
          tag_id: number
        }[]
      }
      admin_delayed_mails: {
        Args: Record<PropertyKey, never>
        Returns: {
          mails: number
          outcome: string
        }[]
      }
      admin_delete_entry: { Args: { entry_id: number }; Returns: boolean }
      admin_delete_label: { Args: { label_id: number }; Returns: boolean }
      admin_delete_webhook: { Args: { webhook_id: number }; Returns: undefined }
      admin_deliveries: {
        Args: { before_delivery?: number; max_rows?: number; webhook_id: number }
        Returns: {
          attempts: number
          category_slug: string
          created_at: string
          due_at: string
          id: number
          kind: string
          outcome: string
          post_title: string
          slug: string
          state: string
          status: number
          tried_at: string
        }[]
      }
      admin_end_upload: { Args: { run_id: string }; Returns: undefined }
      admin_entries: {
        Args: { before_entry?: number; max_rows?: number }
        Returns: {
          author_name: string
          id: number
          labels: Json
          posts_total: number
          publish_at: string
          published_at: string
          slug: string
          state: Database['public']['Enums']['entry_state']
          title: string
          updated_at: string
        }[]
      }
      admin_entry: {
        Args: { entry_id: number }
        Returns: {
          author_avatar: string
          author_id: string
          author_name: string
          body: string
          celebrations: number
          completes: boolean
          day: string
          edited_at: string
          id: number
          images: Json
          labels: Json
          likes: number
          loves: number
          posts: Json
          publish_at: string
          published_at: string
          revision: number
          slug: string
          state: Database['public']['Enums']['entry_state']
          tells: boolean
          title: string
          updated_at: string
        }[]
      }
      admin_entry_readers: {
        Args: Record<PropertyKey, never>
        Returns: {
          addresses: number
          subscribers: number
        }[]
      }
      admin_example_board: { Args: Record<PropertyKey, never>; Returns: string }
      admin_export_part: { Args: { export_id: string; part: number }; Returns: string }
      admin_exports: {
        Args: Record<PropertyKey, never>
        Returns: {
          admin_name: string
          created_at: string
          ends_at: string
          id: string
          made_at: string
          missing: number
          origin: string
          problem: string
          size: number
          state: string
        }[]
      }
      admin_failed_rows: { Args: { run_id: string }; Returns: string }
      admin_first_steps: {
        Args: Record<PropertyKey, never>
        Returns: {
          has_categories: boolean
          has_logo: boolean
          has_posts: boolean
          has_sent_mail: boolean
          has_team: boolean
          has_widget: boolean
          is_dismissed: boolean
          is_named: boolean
        }[]
      }
      admin_followers: {
        Args: { post_ids: number[] }
        Returns: {
          mails: number
          people: number
        }[]
      }
      admin_forget_search_miss: { Args: { missed: string }; Returns: undefined }
      admin_give_vote: {
        Args: { person_id: string; post_id: number; why: string }
        Returns: {
          category_slug: string
          given: boolean
          on_post: number
          votes_total: number
        }[]
      }
      admin_give_vote_by_address: {
        Args: { address: string; post_id: number; why: string }
        Returns: {
          category_slug: string
          given: boolean
          on_post: number
          person_id: string
          votes_total: number
        }[]
      }
      admin_hidden: {
        Args: { before_id?: number; max_rows?: number; only_cause?: string }
        Returns: {
          author_id: string
          author_name: string
          body: string
          cause: string
          comment_id: number
          created_at: string
          hidden_at: string
          hidden_by: string
          id: number
          post_id: number
          reason: string
          title: string
          version: string
        }[]
      }
      admin_import: { Args: { run_id: string }; Returns: Json }
      admin_imports: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_insights: { Args: { last_weeks?: number }; Returns: Json }
      admin_interest: {
        Args: { post_ids: number[] }
        Returns: {
          companies: number
          monthly_value: number
          plans: Json
          post_id: number
        }[]
      }
      admin_invitations: {
        Args: Record<PropertyKey, never>
        Returns: {
          address: string
          ends_at: string
          id: number
          invited_by: string
          role: string
          sent_at: string
        }[]
      }
      admin_invite: { Args: { addresses: string[]; wanted: string }; Returns: number }
      admin_mail_server: {
        Args: Record<PropertyKey, never>
        Returns: {
          host: string
          port: number
          sender: string
          username: string
        }[]
      }
      admin_mails: {
        Args: { before_mail?: number; max_rows?: number; only_state?: string }
        Returns: {
          attempts: number
          created_at: string
          due_at: string
          id: number
          kind: string
          outcome: string
          post_id: number
          post_title: string
          reader: string
          reasons: string[]
          state: string
        }[]
      }
      admin_make_export: { Args: { with_notes: boolean; with_pictures: boolean }; Returns: string }
      admin_matching: {
        Args: { after_id?: number; filter?: Json; max_rows?: number }
        Returns: {
          category_id: number
          id: number
          state: Database['public']['Enums']['post_state']
        }[]
      }
      admin_order_categories: { Args: { category_ids: number[] }; Returns: undefined }
      admin_own_keys: {
        Args: Record<PropertyKey, never>
        Returns: {
          algorithm: string
          created_at: string
          id: number
          last_four: string
          last_used_at: string
        }[]
      }
      admin_people: {
        Args: { after_cursor?: string; max_rows?: number; only_of?: string; query?: string }
        Returns: {
          avatar_url: string
          block_ends_at: string
          block_reason: string
          blocked_at: string
          comments: number
          created_at: string
          email: string
          has_account: boolean
          has_factor: boolean
          hidden: number
          id: string
          name: string
          posts: number
          role: string
          row_cursor: string
          votes: number
        }[]
      }
      admin_post: { Args: { post_id: number }; Returns: Json }
      admin_posts: {
        Args: {
          after_cursor?: string
          before_cursor?: string
          filter?: Json
          page_rows?: number
          sort?: Json
        }
        Returns: {
          author_id: string
          author_name: string
          category_id: number
          category_name: string
          category_slug: string
          comments_total: number
          created_at: string
          id: number
          row_cursor: string
          slug: string
          state: Database['public']['Enums']['post_state']
          title: string
          votes_total: number
        }[]
      }
      admin_posts_total: {
        Args: { filter?: Json; most?: number }
        Returns: {
          is_exact: boolean
          total: number
        }[]
      }
      admin_publish_entry: {
        Args: {
          at_moment?: string
          at_time?: string
          completes?: boolean
          entry_id: number
          seen_revision?: number
          tells?: boolean
        }
        Returns: {
          completed: number[]
          slug: string
          status: string
        }[]
      }
      admin_refresh_insights: { Args: Record<PropertyKey, never>; Returns: undefined }
      admin_remove_own_key: { Args: { key_id: number }; Returns: boolean }
      admin_renew_webhook_secret: { Args: { webhook_id: number }; Returns: string }
      admin_replay_delivery: { Args: { delivery_id: number }; Returns: boolean }
      admin_reports: {
        Args: { max_rows?: number }
        Returns: {
          author_has_account: boolean
          author_id: string
          author_is_team: boolean
          author_name: string
          author_since: string
          body: string
          category_slug: string
          cause: string
          comment_id: number
          created_at: string
          post_id: number
          reports: Json
          since: string
          slug: string
          title: string
          total: number
          version: string
        }[]
      }
      admin_resend_invitation: { Args: { invitation_id: number }; Returns: boolean }
      admin_retry_mails: { Args: Record<PropertyKey, never>; Returns: undefined }
      admin_revoke_invitation: { Args: { invitation_id: number }; Returns: boolean }
      admin_save_category: {
        Args: {
          category_id: number
          is_archived?: boolean
          new_description: string
          new_details_prompt: string
          new_name: string
          new_prompt: string
          new_slug: string
          seen_revision?: number
        }
        Returns: {
          id: number
          status: string
        }[]
      }
      admin_save_entry: {
        Args: {
          entry_id: number
          labels?: number[]
          new_body: string
          new_slug?: string
          new_title: string
          posts?: number[]
          seen_revision?: number
          sent_key?: string
        }
        Returns: {
          id: number
          revision: number
          slug: string
          status: string
        }[]
      }
      admin_save_label: { Args: { label_id: number; new_name: string }; Returns: number }
      admin_save_mail_server: {
        Args: { host?: string; password?: string; port?: number; sender?: string; username?: string }
        Returns: undefined
      }
      admin_save_site: { Args: { settings: Json }; Returns: undefined }
      admin_search_misses: {
        Args: { max_rows?: number }
        Returns: {
          last_at: string
          times: number
          words: string
        }[]
      }
      admin_set_category: {
        Args: { new_category: number; post_ids: number[]; seen?: Json }
        Returns: {
          category_slug: string
          old_category_slug: string
          old_slug: string
          outcome: string
          post_id: number
          slug: string
        }[]
      }
      admin_set_example_board: { Args: { wanted: boolean }; Returns: undefined }
      admin_set_logo: { Args: { height: number; path: string; width: number }; Returns: string }
      admin_set_looked: { Args: { post_ids: number[]; wanted: boolean }; Returns: number[] }
      admin_set_plan: {
        Args: { plan: Json; post_ids: number[]; seen?: Json }
        Returns: {
          before: Json
          category_slug: string
          outcome: string
          post_id: number
        }[]
      }
      admin_set_state: {
        Args: {
          new_state: Database['public']['Enums']['post_state']
          post_ids: number[]
          public_note?: string
          seen?: Json
        }
        Returns: {
          category_slug: string
          note: string
          outcome: string
          post_id: number
        }[]
      }
      admin_set_webhook: {
        Args: { address?: string; is_on?: boolean; kinds?: string[]; shape?: string; webhook_id: number }
        Returns: undefined
      }
      admin_set_widget: { Args: { origins?: string[]; trusts_addresses?: boolean }; Returns: undefined }
      admin_signals: { Args: { of_post: number }; Returns: Json }
      admin_start_import: { Args: { choices: Json; run_id: string }; Returns: undefined }
      admin_stop_import: { Args: { run_id: string }; Returns: undefined }
      admin_take_back_entry: { Args: { entry_id: number }; Returns: boolean }
      admin_take_vote: {
        Args: { person_id: string; post_id: number }
        Returns: {
          category_slug: string
          on_post: number
          taken: boolean
          votes_total: number
        }[]
      }
      admin_tell_entry_again: { Args: { entry_id: number }; Returns: boolean }
      admin_test_webhook: { Args: { webhook_id: number }; Returns: boolean }
      admin_triage: { Args: { post_ids: number[] }; Returns: Json }
      admin_undo_import: { Args: { run_id: string }; Returns: undefined }
      admin_voter_addresses: {
        Args: { people: string[] }
        Returns: {
          address: string
          person_id: string
        }[]
      }
      admin_voters: {
        Args: {
          after_cursor?: string
          max_rows?: number
          of_post: number
          only_aside?: boolean
          only_counted?: boolean
          only_known?: boolean
        }
        Returns: {
          address: string
          avatar_url: string
          given_by: string
          id: string
          in_burst: boolean
          is_blocked: boolean
          is_set_aside: boolean
          is_team: boolean
          is_young: boolean
          name: string
          network_votes: number
          row_cursor: string
          voted_at: string
          why: string
        }[]
      }
      admin_webhooks: {
        Args: Record<PropertyKey, never>
        Returns: {
          address: string
          created_at: string
          failing_since: string
          id: number
          kinds: string[]
          off_at: string
          off_reason: string
          shape: string
          waiting: number
        }[]
      }
      api_entries: { Args: { entry_ids: number[] }; Returns: Json }
      api_post_page: {
        Args: {
          after_cursor?: string
          category?: string
          in_state?: Database['public']['Enums']['post_state']
          max_rows?: number
          order_by?: string
        }
        Returns: Json
      }
      api_posts: { Args: { post_ids: number[] }; Returns: Json }
      awaits_code: { Args: Record<PropertyKey, never>; Returns: boolean }
      begin_api_request: {
        Args: { idempotency_key?: string; request?: string; token: string }
        Returns: Json
      }
      begin_own_sign_in: {
        Args: {
          address: string
          issued_at: string
          kept?: string
          key_id: number
          name: string
          picture?: string
          segments: Json
          subject: string
          token_id: string
        }
        Returns: Json
      }
      block_people: {
        Args: { ends_at?: string; hides?: boolean; person_ids: string[]; reason: string }
        Returns: number
      }
      category_addresses: {
        Args: { '': Database['public']['Tables']['categories']['Row'] }
        Returns: {
          error: true
        } & 'the function public.category_addresses with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
        SetofOptions: {
          from: 'categories'
          to: 'category_addresses'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      changelog_addresses: {
        Args: { '': Database['public']['Tables']['changelog_entries']['Row'] }
        Returns: {
          error: true
        } & 'the function public.changelog_addresses with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
        SetofOptions: {
          from: 'changelog_entries'
          to: 'changelog_addresses'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      changelog_entries: {
        Args: { '': Database['public']['Tables']['profiles']['Row'] }
        Returns: {
          error: true
        } & 'the function public.changelog_entries with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
        SetofOptions: {
          from: 'profiles'
          to: 'changelog_entries'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      changelog_entry_labels:
        | {
            Args: { '': Database['public']['Tables']['changelog_entries']['Row'] }
            Returns: {
              error: true
            } & 'the function public.changelog_entry_labels with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'changelog_entries'
              to: 'changelog_entry_labels'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['changelog_labels']['Row'] }
            Returns: {
              error: true
            } & 'the function public.changelog_entry_labels with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'changelog_labels'
              to: 'changelog_entry_labels'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      changelog_entry_posts:
        | {
            Args: { '': Database['public']['Tables']['changelog_entries']['Row'] }
            Returns: {
              error: true
            } & 'the function public.changelog_entry_posts with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'changelog_entries'
              to: 'changelog_entry_posts'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['posts']['Row'] }
            Returns: {
              error: true
            } & 'the function public.changelog_entry_posts with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'posts'
              to: 'changelog_entry_posts'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      changelog_index: {
        Args: Record<PropertyKey, never>
        Returns: {
          changed_at: string
          slug: string
        }[]
      }
      changelog_reactions:
        | {
            Args: { '': Database['public']['Tables']['changelog_entries']['Row'] }
            Returns: {
              error: true
            } & 'the function public.changelog_reactions with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'changelog_entries'
              to: 'changelog_reactions'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['profiles']['Row'] }
            Returns: {
              error: true
            } & 'the function public.changelog_reactions with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'profiles'
              to: 'changelog_reactions'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      changelog_unread: {
        Args: { since?: string }
        Returns: {
          newest_at: string
          unread: number
        }[]
      }
      choose_first_password: {
        Args: { name: string; of_email?: string; password: string; token: string }
        Returns: boolean
      }
      comment_source: {
        Args: { comment_id: number }
        Returns: {
          body: string
          post_id: number
          revision: number
        }[]
      }
      comments:
        | {
            Args: { '': Database['public']['Tables']['comments']['Row'] }
            Returns: {
              error: true
            } & 'the function public.comments with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'comments'
              to: 'comments'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['post_merges']['Row'] }
            Returns: {
              error: true
            } & 'the function public.comments with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'post_merges'
              to: 'comments'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['posts']['Row'] }
            Returns: {
              error: true
            } & 'the function public.comments with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'posts'
              to: 'comments'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['profiles']['Row'] }
            Returns: {
              error: true
            } & 'the function public.comments with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'profiles'
              to: 'comments'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      confirm_follow: {
        Args: { token: string }
        Returns: {
          category_slug: string
          slug: string
          title: string
        }[]
      }
      count_api_network: { Args: { address: string; requests?: number }; Returns: Json }
      count_attempt: { Args: { account: string; address: string; kind: string }; Returns: number }
      count_recovery_codes: { Args: Record<PropertyKey, never>; Returns: number }
      count_search_miss: { Args: { query: string }; Returns: boolean }
      create_comment: {
        Args: { body: string; mentions?: string[]; parent_id?: number; post_id: number; sent_key: string }
        Returns: {
          category_slug: string
          created_at: string
          id: number
          mentioned: Json
          on_post: number
          written: string
        }[]
      }
      create_post: {
        Args: { category: string; details: string; mentions?: string[]; sent_key: string; title: string }
        Returns: {
          id: number
          slug: string
        }[]
      }
      dashboard_views: {
        Args: { '': Database['public']['Tables']['profiles']['Row'] }
        Returns: {
          error: true
        } & 'the function public.dashboard_views with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
        SetofOptions: {
          from: 'profiles'
          to: 'dashboard_views'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      delete_account: { Args: { remove_content: boolean }; Returns: undefined }
      delete_comment: {
        Args: { comment_id: number }
        Returns: {
          category_slug: string
          post_id: number
        }[]
      }
      delete_post: {
        Args: { post_id: number }
        Returns: {
          category_slug: string
          id: number
          slug: string
        }[]
      }
      delete_posts: {
        Args: { post_ids: number[] }
        Returns: {
          category_slug: string
          id: number
          slug: string
        }[]
      }
      describe_people: {
        Args: { on_post?: number; people: string[] }
        Returns: {
          created_at: string
          id: string
          last_said: string
          last_title: string
          posts_total: number
          said_here: string
          wrote_post: boolean
        }[]
      }
      dismiss_reports: {
        Args: { comment_ids?: number[]; post_ids?: number[] }
        Returns: {
          category_slug: string
          id: number
          slug: string
        }[]
      }
      edit_comment: {
        Args: { comment_id: number; mentions?: string[]; new_body: string; seen_revision: number }
        Returns: {
          body: string
          category_slug: string
          mentioned: Json
          post_id: number
          revision: number
          status: string
        }[]
      }
      edit_post: {
        Args: {
          mentions?: string[]
          new_details: string
          new_title: string
          post_id: number
          seen_revision: number
        }
        Returns: {
          category_slug: string
          details: string
          revision: number
          status: string
          title: string
        }[]
      }
      end_api_key: { Args: { key_id: number }; Returns: boolean }
      end_other_sessions: { Args: Record<PropertyKey, never>; Returns: undefined }
      end_session: { Args: { session_id: string }; Returns: boolean }
      expected_quarters: {
        Args: { post_ids: number[] }
        Returns: {
          post_id: number
          quarter: string
        }[]
      }
      export_account: { Args: Record<PropertyKey, never>; Returns: Json }
      feed_comments: {
        Args: { of_post: number }
        Returns: {
          author_id: string
          author_name: string
          body: string
          created_at: string
          edited_at: string
          id: number
          parent_id: number
        }[]
      }
      feed_posts: {
        Args: { in_category?: number }
        Returns: {
          author_id: string
          author_name: string
          category_name: string
          category_slug: string
          created_at: string
          details: string
          edited_at: string
          id: number
          slug: string
          title: string
        }[]
      }
      finish_api_request: {
        Args: { body?: Json; idempotency_key: string; status?: number; token: string }
        Returns: undefined
      }
      finish_own_sign_in: { Args: { claim: string; person: string }; Returns: string }
      follow_by_mail: { Args: { address: string; post_id: number }; Returns: undefined }
      follow_post: {
        Args: { post_id: number; wanted?: Database['public']['Enums']['follow_level'] }
        Returns: {
          level: Database['public']['Enums']['follow_level']
          reason: string
        }[]
      }
      followed_feed: {
        Args: { key: string }
        Returns: {
          actor_id: string
          actor_name: string
          body: string
          category_name: string
          category_slug: string
          change_id: number
          comment_id: number
          created_at: string
          from_state: Database['public']['Enums']['post_state']
          id: number
          kind: string
          note: string
          parent_id: number
          post_id: number
          slug: string
          title: string
          to_state: Database['public']['Enums']['post_state']
        }[]
      }
      forget_attempts: { Args: { account: string; address: string }; Returns: undefined }
      get_entry: {
        Args: { address: string }
        Returns: {
          author_avatar: string
          author_id: string
          author_name: string
          body: string
          celebrations: number
          day: string
          edited_at: string
          id: number
          images: Json
          labels: Json
          likes: number
          loves: number
          posts: Json
          publish_at: string
          published_at: string
          revision: number
          slug: string
          state: Database['public']['Enums']['entry_state']
          title: string
          updated_at: string
        }[]
      }
      get_person: {
        Args: { person: string }
        Returns: {
          avatar_url: string
          comments_total: number
          created_at: string
          id: string
          is_team: boolean
          name: string
          posts_total: number
        }[]
      }
      get_post: {
        Args: { category: string; slug: string }
        Returns: {
          activity_at: string
          author_avatar: string
          author_id: string
          author_is_team: boolean
          author_name: string
          category_id: number
          category_name: string
          category_slug: string
          comments_total: number
          created_at: string
          details: string
          edited_at: string
          events: Json
          id: number
          images: Json
          locked_at: string
          mentions: Json
          merges: Json
          partings: Json
          pinned_at: string
          state: Database['public']['Enums']['post_state']
          title: string
          votes_total: number
        }[]
      }
      get_viewer: {
        Args: Record<PropertyKey, never>
        Returns: {
          avatar_url: string
          email: string
          has_factor: boolean
          has_password: boolean
          id: string
          name: string
          needs_factor: boolean
          role: string
        }[]
      }
      hide_comments: {
        Args: { comment_ids: number[]; reason: string }
        Returns: {
          category_slug: string
          id: number
          post_id: number
        }[]
      }
      hide_posts: {
        Args: { post_ids: number[]; reason: string }
        Returns: {
          category_slug: string
          id: number
          slug: string
        }[]
      }
      images:
        | {
            Args: { '': Database['public']['Tables']['changelog_entries']['Row'] }
            Returns: {
              error: true
            } & 'the function public.images with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'changelog_entries'
              to: 'images'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['comments']['Row'] }
            Returns: {
              error: true
            } & 'the function public.images with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'comments'
              to: 'images'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['post_merges']['Row'] }
            Returns: {
              error: true
            } & 'the function public.images with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'post_merges'
              to: 'images'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['posts']['Row'] }
            Returns: {
              error: true
            } & 'the function public.images with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'posts'
              to: 'images'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['profiles']['Row'] }
            Returns: {
              error: true
            } & 'the function public.images with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'profiles'
              to: 'images'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      is_fresh: { Args: Record<PropertyKey, never>; Returns: boolean }
      is_name_free: { Args: { name: string }; Returns: boolean }
      is_own_session: { Args: Record<PropertyKey, never>; Returns: boolean }
      is_recovering: { Args: Record<PropertyKey, never>; Returns: boolean }
      list_api_keys: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          ends_at: string
          id: number
          last_four: string
          last_used_at: string
          name: string
          person_id: string
          person_name: string
          scopes: string[]
        }[]
      }
      list_categories: {
        Args: Record<PropertyKey, never>
        Returns: {
          archived_at: string
          description: string
          details_prompt: string
          id: number
          name: string
          posts_total: number
          prompt: string
          revision: number
          slug: string
          slugs: string[]
        }[]
      }
      list_comments: {
        Args: { after_cursor?: string; max_replies?: number; max_rows?: number; of_post: number }
        Returns: {
          author_avatar: string
          author_id: string
          author_is_team: boolean
          author_name: string
          body: string
          created_at: string
          deleted_at: string
          edited_at: string
          hidden_reason: string
          id: number
          mentions: Json
          merged_from: string
          replies: Json
          replies_total: number
          row_cursor: string
        }[]
      }
      list_entries: {
        Args: { after_cursor?: string; label?: string; max_rows?: number }
        Returns: {
          author_avatar: string
          author_id: string
          author_name: string
          body: string
          celebrations: number
          day: string
          edited_at: string
          id: number
          images: Json
          labels: Json
          likes: number
          loves: number
          posts: Json
          publish_at: string
          published_at: string
          revision: number
          slug: string
          state: Database['public']['Enums']['entry_state']
          title: string
          updated_at: string
        }[]
      }
      list_posts: {
        Args: {
          after_cursor?: string
          category?: string
          in_state?: Database['public']['Enums']['post_state']
          max_rows?: number
          order_by?: string
        }
        Returns: {
          author_id: string
          author_is_team: boolean
          author_name: string
          category_name: string
          category_slug: string
          comments_total: number
          created_at: string
          excerpt: string
          id: number
          is_pinned: boolean
          row_cursor: string
          slug: string
          state: Database['public']['Enums']['post_state']
          state_changed_at: string
          title: string
          votes_total: number
        }[]
      }
      list_replies: {
        Args: { after_cursor?: string; max_rows?: number; of_comment: number }
        Returns: {
          author_avatar: string
          author_id: string
          author_is_team: boolean
          author_name: string
          body: string
          created_at: string
          edited_at: string
          hidden_reason: string
          id: number
          mentions: Json
          row_cursor: string
        }[]
      }
      list_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          is_current: boolean
          seen_at: string
          user_agent: string
        }[]
      }
      lock_posts: {
        Args: { post_ids: number[]; wanted: boolean }
        Returns: {
          category_slug: string
          id: number
        }[]
      }
      mail_settings: {
        Args: { token: string }
        Returns: {
          address: string
          category_slug: string
          changelog: boolean
          follows: boolean
          has_account: boolean
          pace: Database['public']['Enums']['mail_pace']
          post_id: number
          slug: string
          summary: boolean
          title: string
        }[]
      }
      make_api_key: { Args: { ends_at?: string; name: string; scopes: string[] }; Returns: string }
      make_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] }
      mentionable: {
        Args: { max_rows?: number; post_id?: number; typed?: string }
        Returns: {
          avatar_url: string
          id: string
          is_team: boolean
          name: string
        }[]
      }
      merge_posts: {
        Args: { into_id: number; post_ids: number[] }
        Returns: {
          category_slug: string
          outcome: string
          post_id: number
          slug: string
          stays_category_slug: string
          stays_id: number
          stays_slug: string
        }[]
      }
      merge_preview: { Args: { into_id: number; post_ids: number[] }; Returns: Json }
      merged_posts: {
        Args: { of_post: number }
        Returns: {
          author_id: string
          author_is_team: boolean
          author_name: string
          created_at: string
          details: string
          id: number
          title: string
        }[]
      }
      moderation_settings: {
        Args: Record<PropertyKey, never>
        Returns: {
          approval: string
          reports_to_hide: number
          trusted_days: number
        }[]
      }
      my_follow: {
        Args: { post_id: number }
        Returns: {
          level: Database['public']['Enums']['follow_level']
          reason: string
        }[]
      }
      my_follows: {
        Args: { before_post?: number; max_rows?: number }
        Returns: {
          category_slug: string
          level: Database['public']['Enums']['follow_level']
          post_id: number
          reason: string
          slug: string
          state: Database['public']['Enums']['post_state']
          title: string
        }[]
      }
      my_notice_settings: {
        Args: Record<PropertyKey, never>
        Returns: {
          by_comment: Database['public']['Enums']['follow_level']
          by_post: Database['public']['Enums']['follow_level']
          by_vote: Database['public']['Enums']['follow_level']
          changelog: boolean
          feed_key: string
          in_site: boolean
          mail: Database['public']['Enums']['mail_pace']
          summary: boolean
        }[]
      }
      my_notices: {
        Args: { before_event?: number; max_rows?: number }
        Returns: {
          category_slug: string
          changes: number
          comments: number
          items: Json
          newest_at: string
          newest_event: number
          post_id: number
          slug: string
          state: Database['public']['Enums']['post_state']
          title: string
          unread: number
        }[]
      }
      my_reactions: {
        Args: { entry_ids: number[] }
        Returns: {
          entry_id: number
          kind: Database['public']['Enums']['reaction']
        }[]
      }
      my_reports: {
        Args: { max_rows?: number }
        Returns: {
          category_slug: string
          id: number
          is_comment: boolean
          is_read: boolean
          outcome: string
          settled_at: string
          slug: string
          title: string
        }[]
      }
      my_waiting: {
        Args: Record<PropertyKey, never>
        Returns: {
          body: string
          category_slug: string
          comment_id: number
          created_at: string
          on_post: number
          parent_id: number
          post_id: number
          slug: string
          title: string
        }[]
      }
      near_words: { Args: { query: string }; Returns: string[] }
      note_context: { Args: { browser: string; page: string; post_id: number }; Returns: boolean }
      note_own_session: { Args: { person: string; session_id: string }; Returns: undefined }
      note_vote_network: { Args: { address: string; of_post: number; voter: string }; Returns: undefined }
      own_account: {
        Args: { subject: string }
        Returns: {
          address: string
          name: string
        }[]
      }
      own_keys: {
        Args: Record<PropertyKey, never>
        Returns: {
          algorithm: string
          id: number
          secret: string
        }[]
      }
      person_activity: {
        Args: { after_cursor?: string; kind: string; max_rows?: number; person: string }
        Returns: {
          author_id: string
          author_is_team: boolean
          author_name: string
          category_name: string
          category_slug: string
          comment_id: number
          comments_total: number
          created_at: string
          excerpt: string
          happened_at: string
          id: number
          merged_into: Json
          row_cursor: string
          slug: string
          state: Database['public']['Enums']['post_state']
          title: string
          votes_total: number
        }[]
      }
      person_segments: {
        Args: { '': Database['public']['Tables']['profiles']['Row'] }
        Returns: {
          error: true
        } & 'the function public.person_segments with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
        SetofOptions: {
          from: 'profiles'
          to: 'person_segments'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      pin_posts: {
        Args: { post_ids: number[]; wanted: boolean }
        Returns: {
          category_slug: string
          id: number
        }[]
      }
      post_addresses:
        | {
            Args: { '': Database['public']['Tables']['categories']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_addresses with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'categories'
              to: 'post_addresses'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['posts']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_addresses with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'posts'
              to: 'post_addresses'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      post_events:
        | {
            Args: { '': Database['public']['Tables']['posts']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_events with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'posts'
              to: 'post_events'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['profiles']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_events with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'profiles'
              to: 'post_events'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      post_merges:
        | {
            Args: { '': Database['public']['Tables']['posts']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_merges with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'posts'
              to: 'post_merges'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['profiles']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_merges with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'profiles'
              to: 'post_merges'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      post_notes:
        | {
            Args: { '': Database['public']['Tables']['posts']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_notes with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'posts'
              to: 'post_notes'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['profiles']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_notes with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'profiles'
              to: 'post_notes'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      post_source: {
        Args: { post_id: number }
        Returns: {
          details: string
          revision: number
          title: string
        }[]
      }
      post_tags:
        | {
            Args: { '': Database['public']['Tables']['posts']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_tags with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'posts'
              to: 'post_tags'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['tags']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_tags with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'tags'
              to: 'post_tags'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      post_totals: {
        Args: { '': Database['public']['Tables']['categories']['Row'] }
        Returns: {
          error: true
        } & 'the function public.post_totals with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
        SetofOptions: {
          from: 'categories'
          to: 'post_totals'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      post_triage:
        | {
            Args: { '': Database['public']['Tables']['posts']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_triage with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'posts'
              to: 'post_triage'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['profiles']['Row'] }
            Returns: {
              error: true
            } & 'the function public.post_triage with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'profiles'
              to: 'post_triage'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      posts:
        | {
            Args: { '': Database['public']['Tables']['categories']['Row'] }
            Returns: {
              error: true
            } & 'the function public.posts with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'categories'
              to: 'posts'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['profiles']['Row'] }
            Returns: {
              error: true
            } & 'the function public.posts with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'profiles'
              to: 'posts'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      read_invitation: {
        Args: { key: string }
        Returns: {
          address: string
          invited_by: string
          role: string
        }[]
      }
      read_notices: {
        Args: { of_post?: number; up_to?: number }
        Returns: {
          notices: number
          posts: number
        }[]
      }
      read_reports: {
        Args: Record<PropertyKey, never>
        Returns: {
          notices: number
          posts: number
        }[]
      }
      remove_factor: { Args: Record<PropertyKey, never>; Returns: undefined }
      renew_feed: { Args: { wanted?: boolean }; Returns: string }
      reopen_reports: {
        Args: { comment_ids?: number[]; post_ids?: number[] }
        Returns: {
          category_slug: string
          id: number
          slug: string
        }[]
      }
      report: {
        Args: { of_comment?: number; of_post?: number; reason: string }
        Returns: {
          category_slug: string
          id: number
          slug: string
          was_hidden: boolean
        }[]
      }
      require_team_factor: { Args: { wanted: boolean }; Returns: undefined }
      reserve_names: { Args: { names: string[] }; Returns: number }
      reset_factor: { Args: { person_id: string }; Returns: boolean }
      restore_comment: {
        Args: { comment_id: number }
        Returns: {
          category_slug: string
          post_id: number
        }[]
      }
      restore_posts: {
        Args: { post_ids: number[] }
        Returns: {
          category_slug: string
          id: number
          slug: string
        }[]
      }
      roles: {
        Args: { '': Database['public']['Tables']['profiles']['Row'] }
        Returns: {
          error: true
        } & 'the function public.roles with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
        SetofOptions: {
          from: 'profiles'
          to: 'roles'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      say_same: { Args: { other_id: number; post_id: number }; Returns: undefined }
      search_entries: {
        Args: { max_rows?: number; query: string }
        Returns: {
          day: string
          excerpt: string
          id: number
          published_at: string
          slug: string
          title: string
        }[]
      }
      search_posts: {
        Args: {
          after_cursor?: string
          in_category?: string
          in_state?: Database['public']['Enums']['post_state']
          max_rows?: number
          query: string
        }
        Returns: {
          author_id: string
          author_is_team: boolean
          author_name: string
          category_slug: string
          comments_total: number
          created_at: string
          id: number
          is_partial: boolean
          row_cursor: string
          slug: string
          snippet: string
          snippet_ranges: Json
          snippet_source: string
          state: Database['public']['Enums']['post_state']
          title: string
          title_ranges: Json
          total: number
          total_is_exact: boolean
          votes_total: number
        }[]
      }
      see_changelog: { Args: Record<PropertyKey, never>; Returns: undefined }
      send_test_mail: { Args: Record<PropertyKey, never>; Returns: boolean }
      set_different: { Args: { other_id: number; post_id: number; wanted: boolean }; Returns: undefined }
      set_mail_settings: {
        Args: { follows?: boolean; pace?: Database['public']['Enums']['mail_pace']; token: string }
        Returns: boolean
      }
      set_moderation_settings: {
        Args: { approval?: string; reports_to_hide?: number; trusted_days?: number }
        Returns: undefined
      }
      set_notice_settings: {
        Args: {
          by_comment?: Database['public']['Enums']['follow_level']
          by_post?: Database['public']['Enums']['follow_level']
          by_vote?: Database['public']['Enums']['follow_level']
          changelog?: boolean
          in_site?: boolean
          mail?: Database['public']['Enums']['mail_pace']
          summary?: boolean
        }
        Returns: undefined
      }
      set_reaction: {
        Args: { entry_id: number; wanted?: Database['public']['Enums']['reaction'] }
        Returns: {
          celebrations: number
          likes: number
          loves: number
          mine: Database['public']['Enums']['reaction']
        }[]
      }
      set_role: { Args: { person_id: string; wanted?: string }; Returns: undefined }
      set_vote: {
        Args: { post_id: number; wanted: boolean }
        Returns: {
          category_slug: string
          on_post: number
          voted: boolean
          votes_total: number
        }[]
      }
      set_votes_aside: {
        Args: { of_post: number; person_ids?: string[]; signal?: string; wanted: boolean }
        Returns: {
          category_slug: string
          people: string[]
          votes_total: number
        }[]
      }
      show_comments: {
        Args: { comment_ids: number[]; seen?: string[] }
        Returns: {
          category_slug: string
          id: number
          post_id: number
        }[]
      }
      show_posts: {
        Args: { post_ids: number[]; seen?: string[] }
        Returns: {
          category_slug: string
          id: number
          slug: string
        }[]
      }
      silence_address: { Args: { address: string; reason: string }; Returns: undefined }
      similar_posts: {
        Args: { details?: string; max_rows?: number; query: string }
        Returns: {
          category_slug: string
          id: number
          is_same: boolean
          slug: string
          snippet: string
          snippet_ranges: Json
          state: Database['public']['Enums']['post_state']
          title: string
          title_ranges: Json
          votes_total: number
        }[]
      }
      sitemap_index: { Args: Record<PropertyKey, never>; Returns: Json }
      sitemap_posts: { Args: { of_part: number }; Returns: Json }
      subscribe_to_changelog: { Args: { address: string }; Returns: undefined }
      suggest_merges: { Args: { newest?: number }; Returns: Json }
      unapprove: {
        Args: { comment_ids?: number[]; post_ids?: number[] }
        Returns: {
          category_slug: string
          id: number
          slug: string
        }[]
      }
      unblock_people: { Args: { person_ids: string[] }; Returns: number }
      unmerge_posts: {
        Args: { post_ids: number[] }
        Returns: {
          category_slug: string
          outcome: string
          post_id: number
          slug: string
          stays_category_slug: string
          stays_id: number
          stays_slug: string
        }[]
      }
      unread_notices: {
        Args: Record<PropertyKey, never>
        Returns: {
          notices: number
          posts: number
        }[]
      }
      use_recovery_code: { Args: { code: string }; Returns: boolean }
      votes:
        | {
            Args: { '': Database['public']['Tables']['post_merges']['Row'] }
            Returns: {
              error: true
            } & 'the function public.votes with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'post_merges'
              to: 'votes'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['posts']['Row'] }
            Returns: {
              error: true
            } & 'the function public.votes with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'posts'
              to: 'votes'
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { '': Database['public']['Tables']['profiles']['Row'] }
            Returns: {
              error: true
            } & 'the function public.votes with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
            SetofOptions: {
              from: 'profiles'
              to: 'votes'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      votes_on: {
        Args: { post_ids: number[] }
        Returns: {
          post_id: number
          voted: boolean
          votes_total: number
        }[]
      }
      waiting_of: { Args: { is_comment: boolean; sent_key: string }; Returns: number }
    }
    Enums: {
      entry_state: 'draft' | 'scheduled' | 'published'
      follow_level: 'muted' | 'updates' | 'all'
      mail_pace: 'at-once' | 'daily' | 'weekly' | 'never'
      post_state: 'proposed' | 'candidate' | 'planned' | 'in-progress' | 'completed'
      reaction: 'like' | 'love' | 'celebrate'
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    keyof (DefaultSchema['Tables'] & DefaultSchema['Views']) | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    keyof DefaultSchema['CompositeTypes'] | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {
      entry_state: ['draft', 'scheduled', 'published'],
      follow_level: ['muted', 'updates', 'all'],
      mail_pace: ['at-once', 'daily', 'weekly', 'never'],
      post_state: ['proposed', 'candidate', 'planned', 'in-progress', 'completed'],
      reaction: ['like', 'love', 'celebrate'],
    },
  },
} as const
